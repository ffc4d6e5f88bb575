import { z } from '@hono/zod-openapi'
import type { AuditEntry } from '../../workspace/audit.ts'
import { defineRoute } from '../route.ts'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../schemas/page-cursor.ts'
import { timestamp } from '../schemas/text-schema.ts'

const AuditEntrySchema = z
  .object({
    id: z.string().openapi({ example: '7f0c6a8e-54a1-4d0c-9f5b-2f1f0d6f3a11' }),
    at: timestamp,
    actor: z.object({
      type: z.string().openapi({ description: '`api-key`, `user` or `program`.', example: 'user' }),
      id: z.string().openapi({ example: 'usr_1' }),
    }),
    action: z.string().openapi({ example: 'connection.pause' }),
    target: z.string().nullable().openapi({ description: 'Id of the changed thing, if known.', example: null }),
    fields: z
      .array(z.string())
      .openapi({ description: 'Names of the given members, without their values.', example: ['variables'] }),
    requestId: z.string().openapi({ example: '7f0c6a8e-54a1-4d0c-9f5b-2f1f0d6f3a12' }),
    status: z.int().nullable().openapi({
      description: 'The outcome as an HTTP status. null: the process ended before it was known.',
      example: 200,
    }),
  })
  .openapi('AuditEntry')

export const listAudit = defineRoute({
  method: 'get',
  path: '/v1/audit',
  operationId: 'AuditController_listAudit_v1',
  tag: 'Audit',
  summary: 'List the audit log, newest first',
  scope: 'audit:read',
  query: z.strictObject(pageQuery),
  answer: {
    status: 200,
    description: 'One page of entries.',
    schema: createPageSchema(AuditEntrySchema).openapi('AuditPage'),
  },
  handle: async ({ query: { limit, cursor }, caller: { organizationId } }, { runtime }) => {
    const position = parsePageCursor(cursor)
    const rows = await runtime.audit.list({ organizationId, limit: limit + 1, before: position })
    return takePage(rows, limit, { toPosition: ({ atMs, id }) => ({ atMs, id }), toItem: toWireAuditEntry })
  },
})

function toWireAuditEntry({ id, atMs, actor, action, target, fields, requestId, status }: AuditEntry) {
  return {
    ...{ id, action, target, requestId, status },
    actor: { type: actor.type, id: actor.id },
    fields: [...fields],
    at: new Date(atMs).toISOString(),
  } satisfies z.input<typeof AuditEntrySchema>
}
