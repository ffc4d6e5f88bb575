import { z } from '@hono/zod-openapi'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../../../service/api/schemas/page-cursor.ts'
import { createFilledTextSchema, foreignId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import type { Organization } from '../../../service/records/organizations.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'

const tag = 'Organization'
const scope = 'organizations:write'
const name = createFilledTextSchema({ max: 200 }).openapi({ example: 'Acme' })

const OrganizationSchema = z
  .object({ id: z.string().openapi({ example: 'org_1' }), name, createdAt: timestamp })
  .openapi('ListedOrganization')

export const listOrganizations = defineRoute({
  method: 'get',
  path: '/v1/organizations',
  operationId: 'OrganizationController_listOrganizations_v1',
  tag,
  summary: 'List every organization of the platform, oldest first; for operators',
  scope,
  query: z.strictObject(pageQuery),
  answer: {
    status: 200,
    description: 'One page of organizations.',
    schema: createPageSchema(OrganizationSchema).openapi('OrganizationPage'),
  },
  handle: async ({ query: { limit, cursor } }, { runtime }) => {
    const position = parsePageCursor(cursor)
    const all = await runtime.organizations.list()
    const rows = position
      ? all.filter(({ createdAtMs: atMs, id }) => atMs > position.atMs || (atMs === position.atMs && id > position.id))
      : all
    return takePage(rows.slice(0, limit + 1), limit, {
      toPosition: ({ createdAtMs, id }) => ({ atMs: createdAtMs, id }),
      toItem: toWireOrganization,
    })
  },
})

export const createOrganization = defineRoute({
  method: 'post',
  path: '/v1/organizations',
  operationId: 'OrganizationController_createOrganization_v1',
  tag,
  summary: 'Create an organization; for operators',
  description: 'The organization begins empty. An operator invites its first administrator on the machine.',
  scope,
  body: [
    createJsonBody(
      z
        .strictObject({
          id: foreignId.optional().openapi({ description: 'Left out: a new one.', example: 'org_2' }),
          name,
        })
        .openapi('NewOrganization'),
    ),
  ],
  answer: { status: 201, description: 'The organization.', schema: OrganizationSchema },
  audit: { action: 'organization.create' },
  problems: [409],
  handle: async ({ body }, { runtime }) => toWireOrganization(await runtime.organizations.create(body)),
})

export const renameOrganization = defineRoute({
  method: 'patch',
  path: '/v1/organizations/{organizationId}',
  operationId: 'OrganizationController_renameOrganization_v1',
  tag,
  summary: 'Rename an organization; for operators',
  scope,
  params: z.object({ organizationId: foreignId }),
  body: [createJsonBody(z.strictObject({ name }).openapi('OrganizationName'))],
  answer: { status: 200, description: 'The organization.', schema: OrganizationSchema },
  audit: { action: 'organization.rename' },
  problems: [404],
  handle: async ({ params: { organizationId }, body }, { runtime }) =>
    toWireOrganization(await runtime.organizations.rename(organizationId, body.name)),
})

function toWireOrganization({ id, name: displayName, createdAtMs }: Organization): z.input<typeof OrganizationSchema> {
  return { id, name: displayName, createdAt: new Date(createdAtMs).toISOString() }
}
