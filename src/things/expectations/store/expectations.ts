import type { Kysely } from 'kysely'
import type { ExpectationStore } from '../../../checks/controls/expectation-store.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

/** Databases take some ten thousand parameters. */
const rowsAtOnce = 1_000

export function createExpectationStore(db: Kysely<Schema>): ExpectationStore {
  return {
    list: (organizationId) =>
      ofOrganization(db, organizationId)
        .selectFrom('expectations')
        .selectAll()
        .orderBy('connectorId')
        .orderBy('checkId')
        .orderBy('fromMs')
        .execute(),
    async begin(expectations) {
      for (let at = 0; at < expectations.length; at += rowsAtOnce)
        await db
          .insertInto('expectations')
          .values(expectations.slice(at, at + rowsAtOnce).map((each) => ({ ...each, untilMs: null })))
          // Another process may have seen it at the same time.
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    },
    async end(checks, atMs) {
      for (const { organizationId, connectorId, checkId } of checks)
        await ofOrganization(db, organizationId)
          .updateTable('expectations')
          .set({ untilMs: atMs })
          .where('connectorId', '=', connectorId)
          .where('checkId', '=', checkId)
          .where('untilMs', 'is', null)
          .execute()
    },
  }
}
