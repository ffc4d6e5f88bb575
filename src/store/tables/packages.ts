import type { Kysely } from 'kysely'
import type { PackageStore } from '../../workspace/packages.ts'
import { selectOlderThan } from '../sql/older-than.ts'
import type { Schema } from '../sql/tables.ts'
import { runInTransaction } from '../sql/transaction.ts'

const listed = 100
/** Rows of one statement: engines limit the number of their parameters. */
const batch = 1_000

export function createPackageStore(db: Kysely<Schema>): PackageStore {
  return {
    insert: (record, runIds) =>
      runInTransaction(db, async (tx) => {
        await tx.insertInto('packages').values(record).execute()
        for (let from = 0; from < runIds.length; from += batch)
          await tx
            .insertInto('packageRuns')
            .values(runIds.slice(from, from + batch).map((runId) => ({ runId, packageId: record.id })))
            .execute()
      }),
    find: ({ id, organizationId }) =>
      db
        .selectFrom('packages')
        .selectAll()
        .where('id', '=', id)
        .where('organizationId', '=', organizationId)
        .executeTakeFirst(),
    list: ({ organizationId, limit = listed, before }) =>
      db
        .selectFrom('packages')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .$if(before !== undefined, (query) =>
          query.where(
            selectOlderThan({ at: 'madeAtMs', id: 'id' }, { atMs: before?.madeAtMs ?? 0, id: before?.id ?? '' }),
          ),
        )
        .orderBy('madeAtMs', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  }
}
