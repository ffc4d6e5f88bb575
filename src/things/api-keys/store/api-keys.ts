import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { ApiKeyRecord, ApiKeyStore } from '../../../service/records/api-keys.ts'
import { insertWithin, type Room } from '../../../service/store/sql/insert-within.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

const findKey = prepareStatement((db, params: Placeholders<{ readonly id: string }>) =>
  db.selectFrom('apiKeys').selectAll().where('id', '=', params('id')),
)

const findOwnedKey = prepareStatement((db, params: Placeholders<{ readonly id: string }>) =>
  db
    .selectFrom('apiKeys')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.organizationId', '=', 'apiKeys.organizationId')
        .onRef('memberships.userId', '=', 'apiKeys.userId'),
    )
    .selectAll('apiKeys')
    .select(['memberships.role', 'memberships.periodFrom', 'memberships.periodTo', 'memberships.readsPeople'])
    .where('apiKeys.id', '=', params('id')),
)

const listed = 100

export function createApiKeyStore(db: Kysely<Schema>, traits: SqlTraits): ApiKeyStore {
  return {
    insert: async (record, max = Number.POSITIVE_INFINITY) => {
      const { organizationId, createdAtMs, scopes } = record
      const room: Room = {
        turn: `API keys ${organizationId}`,
        max,
        count: (tx) => countValid(tx, organizationId, createdAtMs),
      }
      const isMade = await insertWithin(db, traits, room, async (tx) => {
        await tx
          .insertInto('apiKeys')
          .values({ ...record, scopes: toJsonText(scopes) })
          .execute()
        return true
      })
      return isMade === true
    },
    async find(id) {
      const [row] = await findKey(db, { id })
      return row && toApiKeyRecord(row)
    },
    async findOwned(id) {
      const [row] = await findOwnedKey(db, { id })
      if (row === undefined) return undefined
      const { role, periodFrom, periodTo, readsPeople, ...key } = row
      // All or none of them, as the row of a membership was found or not.
      const maker = role === null ? undefined : { role, periodFrom, periodTo, readsPeople: readsPeople ?? 0 }
      return { key: toApiKeyRecord(key), maker }
    },
    async list(organizationId, { ids, valid, before, limit = listed } = {}) {
      if (ids?.length === 0) return []
      let query = ofOrganization(db, organizationId)
        .selectFrom('apiKeys')
        .selectAll()
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
        .$call(sortNewest('createdAtMs', before))
        .limit(limit)
      if (valid) query = query.where((eb) => (valid.is ? isValid(valid.atMs)(eb) : eb.not(isValid(valid.atMs)(eb))))
      return (await query.execute()).map(toApiKeyRecord)
    },
    async revoke(organizationId, id, nowMs) {
      const revoked = await ofOrganization(db, organizationId)
        .updateTable('apiKeys')
        .set(({ fn, val }) => ({ revokedAtMs: fn.coalesce('revokedAtMs', val(nowMs)) }))
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return revoked.numUpdatedRows > 0n
    },
    async revokeOf(organizationId, userId, nowMs) {
      await ofOrganization(db, organizationId)
        .updateTable('apiKeys')
        .set({ revokedAtMs: nowMs })
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

async function countValid(db: Kysely<Schema>, organizationId: string, atMs: number): Promise<number> {
  const { keys } = await ofOrganization(db, organizationId)
    .selectFrom('apiKeys')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where(isValid(atMs))
    .executeTakeFirstOrThrow()
  return Number(keys)
}

function isValid(atMs: number) {
  return ({ and, or, eb }: ExpressionBuilder<Schema, 'apiKeys'>) =>
    and([eb('revokedAtMs', 'is', null), or([eb('expiresAtMs', 'is', null), eb('expiresAtMs', '>', atMs)])])
}

function toApiKeyRecord(row: Selectable<Schema['apiKeys']>): ApiKeyRecord {
  return { ...row, scopes: parseJsonText(row.scopes, 'api_keys.scopes') }
}
