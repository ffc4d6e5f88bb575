import type { Kysely } from 'kysely'
import type { CheckStateStore } from '../../../checks/run-store.ts'
import { parseJsonText, toJsonText } from '../../sql/json-text.ts'
import type { Schema } from '../../sql/tables.ts'

export function createCheckStateStore(db: Kysely<Schema>): CheckStateStore {
  return {
    async load(connectionId) {
      const rows = await db
        .selectFrom('checkStates')
        .select(['checkId', 'state'])
        .where('connectionId', '=', connectionId)
        .orderBy('checkId')
        .execute()
      return Object.fromEntries(rows.map((row) => [row.checkId, parseJsonText(row.state, 'check_states.state')]))
    },
    async save(connectionId, checkId, state) {
      const text = toJsonText(state)
      await db
        .insertInto('checkStates')
        .values({ connectionId, checkId, state: text })
        .onConflict((conflict) => conflict.columns(['connectionId', 'checkId']).doUpdateSet({ state: text }))
        .execute()
    },
  }
}
