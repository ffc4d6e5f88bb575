import type { Kysely, Selectable } from 'kysely'
import type { ApiKeyRecord, ApiKeyStore } from '../../workspace/api-keys.ts'
import { parseJsonText, toJsonText } from '../sql/json-text.ts'
import { type Placeholders, prepareStatement } from '../sql/prepare-statement.ts'
import type { Schema } from '../sql/tables.ts'

const findKey = prepareStatement((db, given: Placeholders<{ readonly id: string }>) =>
  db.selectFrom('apiKeys').selectAll().where('id', '=', given('id')),
)

export function createApiKeyStore(db: Kysely<Schema>): ApiKeyStore {
  return {
    async insert(record) {
      await db
        .insertInto('apiKeys')
        .values({ ...record, scopes: toJsonText(record.scopes) })
        .execute()
    },
    async find(id) {
      const [row] = await findKey(db, { id })
      return row && toApiKeyRecord(row)
    },
    async countValid(organizationId, nowMs) {
      const { keys } = await db
        .selectFrom('apiKeys')
        .select(({ fn }) => fn.countAll<number>().as('keys'))
        .where('organizationId', '=', organizationId)
        .where('revokedAtMs', 'is', null)
        .where(({ or, eb }) => or([eb('expiresAtMs', 'is', null), eb('expiresAtMs', '>', nowMs)]))
        .executeTakeFirstOrThrow()
      return Number(keys)
    },
    async list(organizationId, { ids, limit } = {}) {
      if (ids?.length === 0) return []
      const rows = await db
        .selectFrom('apiKeys')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
        .orderBy('createdAtMs', 'desc')
        .orderBy('id', 'desc')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute()
      return rows.map(toApiKeyRecord)
    },
    async revoke(organizationId, id, nowMs) {
      const revoked = await db
        .updateTable('apiKeys')
        .set(({ fn, val }) => ({ revokedAtMs: fn.coalesce('revokedAtMs', val(nowMs)) }))
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return revoked.numUpdatedRows > 0n
    },
    async revokeOf(organizationId, userId, nowMs) {
      await db
        .updateTable('apiKeys')
        .set({ revokedAtMs: nowMs })
        .where('organizationId', '=', organizationId)
        .where('userId', '=', userId)
        .where('revokedAtMs', 'is', null)
        .execute()
    },
    async touch(id, nowMs) {
      await db
        .updateTable('apiKeys')
        .set({ lastUsedAtMs: nowMs })
        .where('id', '=', id)
        .where(({ or, eb }) => or([eb('lastUsedAtMs', 'is', null), eb('lastUsedAtMs', '<', nowMs)]))
        .execute()
    },
  }
}

function toApiKeyRecord(row: Selectable<Schema['apiKeys']>): ApiKeyRecord {
  return { ...row, scopes: parseJsonText(row.scopes, 'api_keys.scopes') }
}
