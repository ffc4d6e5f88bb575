import { z } from '@hono/zod-openapi'
import { createFilledTextSchema, timestamp } from '../../../service/api/schemas/text-schema.ts'
import type { AuditEntry } from '../../../service/records/audit.ts'
import { toDaySpan } from '../../../service/records/day-span.ts'
import { defineListRoute } from '../../api/list-route.ts'

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

export const listAudit = defineListRoute({
  path: '/v1/audit',
  operationId: 'AuditController_listAudit_v1',
  tag: 'Audit',
  summary: 'List the audit log, newest first',
  scope: 'audit:read',
  query: {
    action: createFilledTextSchema({ max: 100 }).optional().openapi({
      description: 'Only this action, or all that begin with it and a dot: `connection` finds `connection.create`.',
      example: 'connection',
    }),
    actor: createFilledTextSchema({ max: 200 })
      .optional()
      .openapi({ description: 'Only what this person, key or program did.', example: 'usr_1' }),
    target: createFilledTextSchema({ max: 200 })
      .optional()
      .openapi({ description: 'Only what was done to the thing of this id.', example: 'usr_1' }),
    from: z.iso.date().optional().openapi({ description: 'First day, in UTC.', example: '2026-01-01' }),
    to: z.iso.date().optional().openapi({ description: 'Last day.', example: '2026-12-31' }),
  },
  answer: 'One page of entries.',
  item: AuditEntrySchema,
  page: 'AuditPage',
  by: 'atMs',
  list: ({ query: { actor: actorId, from, to, ...choice }, page }, { runtime }) =>
    runtime.audit.list({ ...page, ...choice, actorId, ...toDaySpan(from, to) }),
  toItem: toWireAuditEntry,
})

function toWireAuditEntry({ id, atMs, actor, action, target, fields, requestId, status }: AuditEntry) {
  return {
    id,
    action,
    target,
    requestId,
    status,
    actor: { type: actor.type, id: actor.id },
    fields: [...fields],
    at: new Date(atMs).toISOString(),
  } satisfies z.input<typeof AuditEntrySchema>
}
