import { z } from '@hono/zod-openapi'
import { ApiError } from '../../errors/index.ts'
import type { OrganizationProfile } from '../../workspace/organization-profiles.ts'
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
  handle: async ({ caller }, { runtime }) => {
    const found = await runtime.organizations.get(caller.organizationId)
    if (!found)
      throw new ApiError('The organization of this API key does not exist any more.', {
        code: 'NOT_FOUND',
        status: 404,
      })
    return {
      id: found.id,
      name: found.name,
      ...(await runtime.organizations.profile(found.id)),
      createdAt: new Date(found.createdAtMs).toISOString(),
      authType: caller.authType,
    }
  },
})
