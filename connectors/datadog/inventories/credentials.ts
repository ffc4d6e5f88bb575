import { vendorMember } from 'checkwright'
import * as z from 'zod/mini'
import { datadog } from '../connector.ts'
import { pageSize, pages } from '../pages.ts'

/** What an inventory reads of an item of GET /api/v2/api_keys. */
export const ApiKeyItem = z.object({
  id: z.string(),
  attributes: z.object({
    name: vendorMember<string>(),
    created_at: vendorMember<string>(),
    date_last_used: vendorMember<string>(),
  }),
})

/** What an inventory reads of an item of GET /api/v2/application_keys. */
export const ApplicationKeyItem = z.object({
  id: z.string(),
  attributes: z.object({
    name: vendorMember<string>(),
    created_at: vendorMember<string>(),
    last_used_at: vendorMember<string>(),
    scopes: vendorMember<readonly string[]>(),
  }),
  relationships: z.nullish(
    z.object({ owned_by: z.nullish(z.object({ data: z.nullish(z.object({ id: vendorMember<string>() })) })) }),
  ),
})

// Null says that there is "no recent usage", which is not never: https://docs.datadoghq.com/api/latest/key-management/
const unused = 'Datadog names no use of the key. It forgets a use after some time.'

/** Keys that belong to the organization. Datadog deletes a revoked key, and none of them expires. */
export const apiKeyCredentials = datadog.inventory({
  of: 'credential',
  part: 'api-keys',
  tells: ['createdAt', 'lastUsedAt'],
  covers: ['API keys'],
  leavesOut: ['client tokens'],
  scopes: ['api_keys_read'],
  async *list(ctx) {
    for await (const { id, attributes } of ctx.paginate('/api/v2/api_keys', {
      query: pageSize,
      schema: ApiKeyItem,
      ...pages,
    })) {
      const { name, created_at: createdAt, date_last_used: lastUsedAt } = attributes
      yield { id, name, kind: 'apiKey', createdAt, lastUsedAt, unknown: { lastUsedAt: unused } }
    }
  },
})

/** Keys that act for a user or a service account. */
export const applicationKeyCredentials = datadog.inventory({
  of: 'credential',
  part: 'application-keys',
  tells: ['ownerId', 'createdAt', 'lastUsedAt', 'scopes'],
  covers: ['application keys of users and service accounts'],
  leavesOut: ['personal access tokens'],
  scopes: ['org_app_keys_read'],
  async *list(ctx) {
    for await (const { id, attributes, relationships } of ctx.paginate('/api/v2/application_keys', {
      query: pageSize,
      schema: ApplicationKeyItem,
      ...pages,
    })) {
      const { name, created_at: createdAt, last_used_at: lastUsedAt, scopes } = attributes
      yield {
        id,
        name,
        kind: 'apiKey',
        ownerId: relationships?.owned_by?.data?.id,
        createdAt,
        lastUsedAt,
        scopes,
        unknown: { lastUsedAt: unused, scopes: 'The key has no scopes of its own. It may do whatever its owner may.' },
      }
    }
  },
})
