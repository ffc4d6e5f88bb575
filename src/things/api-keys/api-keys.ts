import { randomBytes } from 'node:crypto'
import { createSecret, hashSecret, isSameHash } from '../../auth/secret.ts'
import { ApiError } from '../../errors/index.ts'
import type { ApiKeyRecord, KeyChoice, OwnedApiKey } from '../../service/records/api-keys.ts'
import { isScope } from '../../service/rights/scopes.ts'
import type { Declared } from '../parts/declared-service.ts'
import { resolveQuotas } from '../parts/quotas.ts'
import { toIsoTime, type Uses } from '../parts/runtime-parts.ts'

/** An API key as it may be shown. */
export interface ApiKey {
  readonly id: string
  readonly organizationId: string
  /** What people call it. Undefined: it has no name. */
  readonly name: string | undefined
  /** The person who made it, or who made the key that created it. Undefined: made on the machine. */
  readonly userId: string | undefined
  readonly scopes: readonly string[]
  /** ISO 8601. */
  readonly createdAt: string
  readonly expiresAt: string | undefined
  readonly revokedAt: string | undefined
  readonly lastUsedAt: string | undefined
  /** Id for limits of its requests: `api-key:<id>` or `user:<id>`. */
  readonly countsFor: string
}

/** A key that somebody showed and that is valid now. */
export interface VerifiedApiKey extends ApiKey {
  /**
   * The present role of the person in `userId`, and for a viewer their period. The key has no more rights than that. Undefined:
   * no person made it, or one who has no role here, so that its scopes decide alone.
   */
  readonly maker: OwnedApiKey['maker']
}

export interface ApiKeyService {
  /** `key` is shown only this once. @throws ApiError `API_QUOTA_EXCEEDED` */
  create(input: {
    readonly organizationId: string
    readonly scopes: readonly string[]
    /** What people call it. @default none */
    readonly name?: string | undefined
    /**
     * The creator. The key never has more rights than they have, and stops working when they are deactivated.
     * @default none: its scopes decide alone
     */
    readonly userId?: string | undefined
    readonly expiresAt?: Date | string | undefined
    /** Id for limits of requests with the key. @default the key itself */
    readonly countsFor?: string | undefined
  }): Promise<{ readonly id: string; readonly key: string }>
  /** The newest first. */
  list(
    filter: { readonly organizationId: string } & Omit<KeyChoice, 'valid' | 'before'> & {
        /** Those that are valid now, or those that have ended. @default both */
        readonly valid?: boolean | undefined
        /** Only those that are listed after this one. */
        readonly before?: Pick<ApiKey, 'createdAt' | 'id'> | undefined
      },
  ): Promise<readonly ApiKey[]>
  revoke(ref: { readonly organizationId: string; readonly id: string }): Promise<boolean>
  /** The key's record if it is valid now, otherwise undefined. Every wrong key takes the same work. */
  verify(key: string): Promise<VerifiedApiKey | undefined>
}

// The id is shown and looked up. The secret is 256 random bits, which need no slow hash.
const form = /^cw_([0-9a-f]{24})_([A-Za-z0-9_-]{43})$/

// To the minute is exact enough, and saves a write for every request.
const touchedEveryMs = 60_000

/** API keys `cw_<id>_<secret>`: the store holds a SHA-256 of the secret only. */
export function createApiKeyService({
  store,
  clock,
  options,
}: Uses<'apiKeys', 'clock' | 'options'>): Declared<ApiKeyService> {
  const { apiKeys: keysMax } = resolveQuotas(options.quotas)
  return {
    create: {
      change: async ({ organizationId, scopes, name, userId, expiresAt, countsFor = null }) => {
        const expiresAtMs = expiresAt === undefined ? null : new Date(expiresAt).getTime()
        if (Number.isNaN(expiresAtMs)) throw new TypeError('apiKeys.create: expiresAt must be a date')
        if (!Array.isArray(scopes)) throw new TypeError('apiKeys.create: scopes must be a list of texts')
        const unknown = scopes.find((scope) => !isScope(scope))
        if (unknown !== undefined) throw new TypeError(`apiKeys.create: there is no scope "${unknown}"`)
        const id = randomBytes(12).toString('hex')
        const secret = createSecret()
        const record: ApiKeyRecord = {
          id,
          organizationId,
          name: name?.trim() || null,
          userId: userId ?? null,
          secretHash: hashSecret(secret),
          scopes: [...scopes],
          createdAtMs: clock.nowMs(),
          expiresAtMs,
          revokedAtMs: null,
          lastUsedAtMs: null,
          mintedBy: countsFor,
        }
        if (!(await store.apiKeys.insert(record, keysMax)))
          throw new ApiError(
            `The organization has ${keysMax} API keys, which is its limit (quotas.apiKeys). Revoke one first.`,
            { code: 'API_QUOTA_EXCEEDED', status: 403 },
          )
        return { id, key: `cw_${id}_${secret}` }
      },
      audit: { action: 'api-key.create', fields: (input) => input },
    },
    list: {
      read: async ({ organizationId, valid, before, ...only }) => {
        const found = await store.apiKeys.list(organizationId, {
          ...only,
          valid: valid === undefined ? undefined : { is: valid, atMs: clock.nowMs() },
          before: before && { createdAtMs: Date.parse(before.createdAt), id: before.id },
        })
        return found.map(toApiKey)
      },
    },
    revoke: {
      change: ({ organizationId, id }) => store.apiKeys.revoke(organizationId, id, clock.nowMs()),
      audit: { action: 'api-key.revoke' },
    },
    verify: {
      change: async (key) => {
        const [, id = '', secret = ''] = form.exec(key) ?? []
        const owned = id === '' ? undefined : await store.apiKeys.findOwned(id)
        const record = owned?.key
        // An unknown id is compared too, so that the time does not distinguish it from a wrong secret.
        const matches = isSameHash(hashSecret(secret), record?.secretHash ?? hashSecret(''))
        const nowMs = clock.nowMs()
        if (
          !owned ||
          !record ||
          !matches ||
          record.revokedAtMs !== null ||
          (record.expiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs
        )
          return undefined
        if (nowMs - (record.lastUsedAtMs ?? 0) >= touchedEveryMs) await store.apiKeys.touch(record.id, nowMs)
        return { ...toApiKey(record), maker: owned.maker }
      },
      audit: { unaudited: 'It notes when a key was last used; what was done with it has an entry of its own.' },
    },
  }
}

function toApiKey(record: ApiKeyRecord): ApiKey {
  const time = (ms: number | null) => (ms === null ? undefined : toIsoTime(ms))
  return {
    id: record.id,
    organizationId: record.organizationId,
    name: record.name ?? undefined,
    userId: record.userId ?? undefined,
    scopes: record.scopes,
    createdAt: toIsoTime(record.createdAtMs),
    expiresAt: time(record.expiresAtMs),
    revokedAt: time(record.revokedAtMs),
    lastUsedAt: time(record.lastUsedAtMs),
    countsFor: record.mintedBy ?? `api-key:${record.id}`,
  }
}
