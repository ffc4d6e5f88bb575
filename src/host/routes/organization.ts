import { z } from '@hono/zod-openapi'
import { ApiError } from '../../errors/index.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { OrganizationProfile } from '../../workspace/organization-profiles.ts'
import { createJsonBody } from '../body/json-body.ts'
import type { Caller } from '../callers/caller.ts'
import { defineRoute } from '../route.ts'
import { timestamp } from '../schemas/text-schema.ts'

const Organization = z
  .object({
    id: z.string().openapi({ example: 'org_1' }),
    name: z.string().openapi({ example: 'Acme' }),
    slug: z.string().nullable().openapi({ example: 'acme' }),
    logo: z.string().nullable().openapi({ description: 'URL.', example: 'https://acme.example/logo.svg' }),
    website: z.string().nullable().openapi({ description: 'URL.', example: 'https://acme.example' }),
    primaryColor: z.string().nullable().openapi({ description: 'CSS colour.', example: '#00aa77' }),
    metadata: z
      .custom<OrganizationProfile['metadata']>()
      .openapi({ type: ['object', 'null'], additionalProperties: true, example: { industry: 'software' } }),
    createdAt: timestamp,
    keepsInventories: z.boolean().openapi({ description: 'Whether the newest inventories of connections are kept.' }),
    authType: z.enum(['api-key', 'session']).openapi({ description: 'How the caller proved their identity.' }),
  })
  .openapi('Organization')

export const getOrganization = defineRoute({
  method: 'get',
  path: '/v1/organization',
  operationId: 'OrganizationController_getOrganization_v1',
  tag: 'Organization',
  summary: "Read the caller's organization",
  scope: 'organization:read',
  answer: { status: 200, description: 'The organization of the API key or token.', schema: Organization },
  problems: [404],
  handle: ({ caller }, { runtime }) => showOrganization(caller, runtime),
})

const OrganizationChanges = z
  .strictObject({
    keepsInventories: z
      .boolean()
      .openapi({ description: 'false deletes the inventories that are there, and later runs keep none.' }),
  })
  .openapi('OrganizationChanges')

export const updateOrganization = defineRoute({
  method: 'patch',
  path: '/v1/organization',
  operationId: 'OrganizationController_updateOrganization_v1',
  tag: 'Organization',
  summary: "Change a setting of the caller's organization",
  scope: 'people:write',
  body: [createJsonBody(OrganizationChanges)],
  answer: { status: 200, description: 'The organization.', schema: Organization },
  audit: { action: 'organization.update' },
  problems: [404],
  handle: async ({ caller, body: { keepsInventories } }, { runtime }) => {
    await runtime.inventories.setKeeping({ organizationId: caller.organizationId, keepsInventories })
    return showOrganization(caller, runtime)
  },
})

async function showOrganization({ organizationId, authType }: Caller, runtime: Runtime) {
  const found = await runtime.organizations.get(organizationId)
  if (!found)
    throw new ApiError('The organization of this API key does not exist any more.', { code: 'NOT_FOUND', status: 404 })
  return {
    id: found.id,
    name: found.name,
    ...(await runtime.organizations.profile(found.id)),
    createdAt: new Date(found.createdAtMs).toISOString(),
    keepsInventories: await runtime.inventories.isKeeping(found.id),
    authType,
  }
}
