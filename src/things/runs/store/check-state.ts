import type { Kysely } from 'kysely'
import type { CheckStateStore, RunOutcome } from '../../../checks/runs/run-store.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createCheckStateStore(db: Kysely<Schema>): CheckStateStore {
  return {
    async load(connectionId) {
      const rows = await db
        .selectFrom('checkStates')
        .select(['checkId', 'state'])
        .where('connectionId', '=', connectionId)
        .orderBy('checkId')
        .execute()
      return Object.fromEntries(rows.map((row) => [row.checkId, parseCheckState(row)]))
    },
    save: (connectionId, checkId, state) => saveCheckStates(db, connectionId, new Map([[checkId, state]])),
  }
}

export function parseCheckState({ state }: Pick<Schema['checkStates'], 'state'>) {
  return parseJsonText(state, 'check_states.state')
}

/** Replaces the states of some checks. */
export async function saveCheckStates(
  db: Kysely<Schema>,
  connectionId: string,
  states: NonNullable<RunOutcome['states']>,
): Promise<void> {
  if (states.size === 0) return
  await db
    .insertInto('checkStates')
    .values([...states].map(([checkId, state]) => ({ connectionId, checkId, state: toJsonText(state) })))
    .onConflict((conflict) =>
      conflict.columns(['connectionId', 'checkId']).doUpdateSet(({ ref }) => ({ state: ref('excluded.state') })),
    )
    .execute()
}
