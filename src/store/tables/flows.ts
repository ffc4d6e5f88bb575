import { type Kysely, sql } from 'kysely'
import type { FlowStore } from '../../auth/flow-store.ts'
import { parseJsonText, toJsonText } from '../sql/json-text.ts'
import type { SqlTraits } from '../sql/sql-traits.ts'
import type { Schema } from '../sql/tables.ts'

export function createFlowStore(db: Kysely<Schema>, traits: SqlTraits): FlowStore {
  return {
    async put(record, ttlMs, nowMs) {
      const expiresAtMs = sql<number>`${traits.nowMs(nowMs)} + ${ttlMs}`
      await db
        .insertInto('flows')
        .values({ ...record, scopes: toJsonText(record.scopes), secrets: toJsonText(record.secrets), expiresAtMs })
        .execute()
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
        ...flow,
        scopes: parseJsonText(row.scopes, 'flows.scopes'),
        secrets: parseJsonText(row.secrets, 'flows.secrets'),
        // More than it began with: the clock was set back since, and must not keep it alive for hours.
        isOver: leftMs <= 0 || leftMs > 2 * ttlMs,
      }
    },
    async deleteExpired(nowMs) {
      await db.deleteFrom('flows').where('expiresAtMs', '<=', traits.nowMs(nowMs)).execute()
    },
  }
}
