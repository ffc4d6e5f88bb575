import type { Kysely } from 'kysely'
import type { DisabledConnectorStore } from '../../../auth/disabled-connectors.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createDisabledConnectorStore(db: Kysely<Schema>): DisabledConnectorStore {
  return {
    async list() {
      const rows = await db.selectFrom('disabledConnectors').select('connectorId').orderBy('connectorId').execute()
      return rows.map(({ connectorId }) => connectorId)
    },
    async add(connectorId, nowMs) {
      await db
        .insertInto('disabledConnectors')
        .values({ connectorId, disabledAtMs: nowMs })
        .onConflict((conflict) => conflict.column('connectorId').doNothing())
        .execute()
    },
    async remove(connectorId) {
      await db.deleteFrom('disabledConnectors').where('connectorId', '=', connectorId).execute()
    },
  }
}
