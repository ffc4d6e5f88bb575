import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { createFilledTextSchema, flag, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { toWire } from '../../../service/api/schemas/to-wire.ts'
import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { isScope, type Scope, scopes } from '../../../service/rights/scopes.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { type Caller, findOwnerId } from '../../api/callers/caller.ts'
import { defineListRoute } from '../../api/list-route.ts'
import { defineRoute } from '../../api/route.ts'

const tag = 'API Keys'
const scope = 'api-keys:write'

const ScopeSchema = z
  .custom<Scope>((value) => typeof value === 'string' && isScope(value), 'must be a scope')
  .openapi('Scope', {
    type: 'string',
    enum: Object.keys(scopes),
    example: 'comments:read',
  })

const NewApiKey = z
  .strictObject({
    name: createFilledTextSchema({ max: nameLengthMax })
      .optional()
      .openapi({ description: 'What people call it.', example: 'CI' }),
    scopes: z.array(ScopeSchema).min(1).max(Object.keys(scopes).length),
    expiresAt: z.iso.datetime({ offset: true }).optional().openapi({
      description: 'Left out: it expires with the key that creates it, otherwise it does not expire.',
      example: '2027-05-01T00:00:00Z',
    }),
  })
  .openapi('NewApiKey')

const ApiKeySchema = z
  .object({
    id: z.string().openapi({ example: '5f0c1d2e3a4b5c6d7e8f9a0b' }),
    name: z.string().nullable().openapi({ example: 'CI' }),
    userId: z
      .string()
      .nullable()
      .openapi({ description: 'The person who made it. null: it was made on the machine.', example: 'usr_1' }),
    scopes: z.array(z.string()).openapi({ example: ['comments:read'] }),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().openapi({ description: 'Rounded to the minute.' }),
  })
  .openapi('ApiKey')

export const createApiKey = defineRoute({
  method: 'post',
  path: '/v1/api-keys',
  operationId: 'ApiKeysController_createApiKey_v1',
  tag,
  summary: 'Create an API key',
  description:
    'The key is shown only this once. Its scopes must be among those of the caller, and it never has more rights than the person who made it has now. A key that an expiring key creates expires with that key or earlier. Its requests count towards the limits of its creator.',
  scope,
  body: [createJsonBody(NewApiKey)],
  answer: {
    status: 201,
    description: 'The key.',
    once: true,
    schema: z
      .object({ id: z.string(), key: z.string().openapi({ description: 'Shown only this once.' }) })
      .openapi('CreatedApiKey', { example: { id: '5f0c1d2e3a4b5c6d7e8f9a0b', key: 'cw_5f0c1d2e3a4b5c6d7e8f9a0b_…' } }),
  },
  audit: { action: 'api-key.create' },
  handle: async ({ body, caller }, { runtime }) => {
    refuseWider(caller, body.scopes)
    const expiresAt = body.expiresAt ?? caller.keyExpiresAt
    refuseExpiry(caller, expiresAt, runtime.workspace.clock.nowMs())
    const { organizationId, countsFor } = caller
    // A key that a key makes acts for the same person.
    const userId = findOwnerId(caller)
    return runtime.apiKeys.create({
      organizationId,
      userId,
      name: body.name,
      scopes: [...new Set(body.scopes)],
      expiresAt,
      countsFor,
    })
  },
})

export const listApiKeys = defineListRoute({
  path: '/v1/api-keys',
  operationId: 'ApiKeysController_listApiKeys_v1',
  tag,
  summary: 'List the API keys of the organization, newest first',
  scope,
  query: {
    valid: flag
      .optional()
      .openapi({ description: 'true: those that are neither revoked nor expired. false: the others. Left out: all.' }),
  },
  answer: 'One page of keys without their secrets, including revoked and expired ones.',
  item: ApiKeySchema,
  page: 'ApiKeyPage',
  by: 'createdAt',
  list: ({ query, page }, { runtime }) => runtime.apiKeys.list({ ...page, ...query }),
  toItem: (row) => toWire(ApiKeySchema, row),
})

export const revokeApiKey = defineRoute({
  method: 'delete',
  path: '/v1/api-keys/{apiKeyId}',
  operationId: 'ApiKeysController_revokeApiKey_v1',
  tag,
  summary: 'Revoke an API key immediately and permanently',
  scope,
  params: z.object({ apiKeyId: ownId }),
  answer: { status: 200, description: 'It is revoked.', schema: Done },
  audit: { action: 'api-key.revoke' },
  handle: async ({ params: { apiKeyId: id }, caller: { organizationId } }, { runtime }) => {
    if (await runtime.apiKeys.revoke({ organizationId, id })) return done
    throw new ApiError('There is no such API key.', { code: 'NOT_FOUND' })
  },
})

export const listScopes = defineRoute({
  method: 'get',
  path: '/v1/api-keys/scopes',
  operationId: 'ApiKeysController_listScopes_v1',
  tag,
  summary: 'List the scopes that an API key can have',
  scope,
  answer: {
    status: 200,
    description: 'The scopes, and whether the caller can grant them.',
    schema: z
      .object({
        data: z.array(
          z.object({
            scope: ScopeSchema,
            description: z.string().openapi({ example: 'Read comments and their attachments' }),
            grantable: z.boolean().openapi({ example: true }),
          }),
        ),
      })
      .openapi('ScopeList'),
  },
  handle: async ({ caller }) => ({
    data: Object.entries(scopes).map(([name, description]) => ({
      scope: name as Scope,
      description,
      grantable: caller.scopes.includes(name),
    })),
  }),
})

/** Otherwise a key for one day could continue under another name. */
function refuseExpiry({ keyExpiresAt }: Caller, expiresAt: string | undefined, nowMs: number): void {
  if (expiresAt === undefined) return
  const isLater = keyExpiresAt !== undefined && Date.parse(expiresAt) > Date.parse(keyExpiresAt)
  if (!isLater && Date.parse(expiresAt) > nowMs) return
  const message = isLater ? 'must not be later than the end of the key that creates it' : 'must be in the future'
  throw new ApiError('The body is not valid.', { code: 'API_INVALID', problems: [{ path: 'expiresAt', message }] })
}

/** Otherwise a key that may make keys could do everything. */
function refuseWider(caller: Caller, wanted: readonly string[]): void {
  const wider = wanted.filter((scope) => !caller.scopes.includes(scope))
  if (wider.length === 0) return
  throw new ApiError(
    `A key can have the scopes of its creator. You lack ${wider.map((one) => `"${one}"`).join(', ')}.`,
    { code: 'API_FORBIDDEN' },
  )
}
