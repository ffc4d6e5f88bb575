import { type Kysely, type Selectable, sql } from 'kysely'
import type { FlowRecord, FlowStore } from '../../../auth/flow-store.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createFlowStore(db: Kysely<Schema>, traits: SqlTraits): FlowStore {
  return {
    async put(record, ttlMs, nowMs) {
      const expiresAtMs = sql<number>`${traits.nowMs(nowMs)} + ${ttlMs}`
      await db
        .insertInto('flows')
        .values({ ...record, scopes: toJsonText(record.scopes), secrets: toJsonText(record.secrets), expiresAtMs })
        .execute()
    },
    async find(stateHash) {
      const row = await db.selectFrom('flows').selectAll().where('stateHash', '=', stateHash).executeTakeFirst()
      if (row === undefined) return undefined
      const { expiresAtMs: _, ...flow } = row
      return toFlowRecord(flow)
    },
    async take(stateHash, ttlMs, nowMs) {
      // One DELETE … RETURNING: between a SELECT and a DELETE a second callback could take the same flow.
      const row = await db
        .deleteFrom('flows')
        .where('stateHash', '=', stateHash)
        .returningAll()
        .returning(sql<number>`expires_at_ms - ${traits.nowMs(nowMs)}`.as('leftMs'))
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { expiresAtMs: _, leftMs, ...flow } = row
      return {
        ...toFlowRecord(flow),
        // It has more time than at its start: the clock was set back since, and must not keep it valid for hours.
        isOver: leftMs <= 0 || leftMs > 2 * ttlMs,
      }
    },
    async deleteAllButNewest({ organizationId, userId }, count) {
      await db
        .deleteFrom('flows')
        .where('id', 'in', (query) =>
          ofOrganization(query, organizationId)
            .selectFrom('flows')
            .select('id')
            .$if(userId !== undefined, (own) => own.where('userId', '=', userId ?? ''))
            .orderBy('expiresAtMs', 'desc')
            .orderBy('id', 'desc')
            // More than there can be, because SQLite has no offset without a limit.
            .limit(1_000_000)
            .offset(count),
        )
        .execute()
    },
  }
}

function toFlowRecord(row: Omit<Selectable<Schema['flows']>, 'expiresAtMs'>): FlowRecord {
  return {
    ...row,
    scopes: parseJsonText(row.scopes, 'flows.scopes'),
    secrets: parseJsonText(row.secrets, 'flows.secrets'),
  }
}
