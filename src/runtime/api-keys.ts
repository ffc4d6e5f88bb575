import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ApiKeyRecord } from '../workspace/api-keys.ts'
import { isScope } from '../workspace/scopes.ts'
import { isoTime, type Parts } from './parts.ts'
import type { ApiKey, Runtime } from './runtime.ts'

// The id is shown and looked up; the secret is 256 random bits, which need no slow hash.
const form = /^cw_([0-9a-f]{24})_([A-Za-z0-9_-]{43})$/

// To the minute is exact enough, and spares a write for every request.
const touchedEveryMs = 60_000

/** API keys `cw_<id>_<secret>`: the store holds a SHA-256 of the secret only. */
export function apiKeyService({ store, clock }: Parts): Runtime['apiKeys'] {
  return {
    create: async ({ organizationId, scopes, expiresAt }) => {
      const expiresAtMs = expiresAt === undefined ? null : new Date(expiresAt).getTime()
      if (Number.isNaN(expiresAtMs)) throw new TypeError('apiKeys.create: expiresAt must be a date')
      if (!Array.isArray(scopes)) throw new TypeError('apiKeys.create: scopes must be a list of texts')
      const unknown = scopes.find((scope) => !isScope(scope))
      if (unknown !== undefined) throw new TypeError(`apiKeys.create: there is no scope "${unknown}"`)
      const id = randomBytes(12).toString('hex')
      const secret = randomBytes(32).toString('base64url')
      await store.apiKeys.insert({
        id,
        organizationId,
        secretHash: hashOf(secret).toString('base64url'),
        scopes: [...scopes],
        createdAtMs: clock.nowMs(),
        expiresAtMs,
        revokedAtMs: null,
        lastUsedAtMs: null,
      })
      return { id, key: `cw_${id}_${secret}` }
    },
    list: async ({ organizationId }) => (await store.apiKeys.list(organizationId)).map(shown),
    revoke: ({ organizationId, id }) => store.apiKeys.revoke(organizationId, id, clock.nowMs()),
    verify: async (key) => {
      const [, id = '', secret = ''] = form.exec(key) ?? []
      const record = id === '' ? undefined : await store.apiKeys.find(id)
      // An unknown id is compared all the same, so that time does not tell it from a wrong secret.
      const expected = record ? Buffer.from(record.secretHash, 'base64url') : hashOf('')
      const matches = timingSafeEqual(hashOf(secret), expected)
      const nowMs = clock.nowMs()
      if (
        !record ||
        !matches ||
        record.revokedAtMs !== null ||
        (record.expiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs
      )
        return undefined
      if (nowMs - (record.lastUsedAtMs ?? 0) >= touchedEveryMs) await store.apiKeys.touch(record.id, nowMs)
      return shown(record)
    },
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function shown(record: ApiKeyRecord): ApiKey {
  const time = (ms: number | null) => (ms === null ? undefined : isoTime(ms))
  return {
    id: record.id,
    organizationId: record.organizationId,
    scopes: record.scopes,
    createdAt: isoTime(record.createdAtMs),
    expiresAt: time(record.expiresAtMs),
    revokedAt: time(record.revokedAtMs),
    lastUsedAt: time(record.lastUsedAtMs),
  }
}
