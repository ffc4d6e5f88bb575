import type { Kysely, Selectable } from 'kysely'
import { StoreError } from '../../../errors/index.ts'
import type { PackageRecord, PackageStore } from '../../../service/records/packages.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { insertFile } from '../../../service/store/tables/files.ts'

const listed = 100
/** Rows of one statement: engines limit the number of their parameters. */
const batch = 1_000

export function createPackageStore(db: Kysely<Schema>): PackageStore {
  return {
    insert: (record, { runIds, file }) =>
      runInTransaction(db, async (tx) => {
        if (file) await insertFile(tx, file)
        await tx
          .insertInto('packages')
          .values({ ...record, isWhole: record.isWhole ? 1 : 0 })
          .execute()
        for (let from = 0; from < runIds.length; from += batch) {
          const named = runIds.slice(from, from + batch)
          await demandRuns(tx, record, named)
          await tx
            .insertInto('packageRuns')
            .values(named.map((runId) => ({ runId, packageId: record.id })))
            .execute()
        }
      }),
    async find({ id, organizationId }) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('packages')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toPackageRecord(row)
    },
    async list({ organizationId, limit = listed, of, before }) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('packages')
        .selectAll()
        .$if(of !== undefined, (query) =>
          query
            .$if(of?.whole !== true, (own) => own.where('isWhole', '=', 0))
            .where(({ eb, or }) =>
              of?.userId == null
                ? eb('userId', 'is', null)
                : or([eb('userId', '=', of.userId), eb('forUserId', '=', of.userId)]),
            ),
        )
        .$call(sortNewest('madeAtMs', before))
        .limit(limit)
        .execute()
      return rows.map(toPackageRecord)
    },
  }
}

/** A process that stood still for long may have lost its right to the runs. */
async function demandRuns(
  tx: Kysely<Schema>,
  { organizationId }: PackageRecord,
  runIds: readonly string[],
): Promise<void> {
  const { count } = await ofOrganization(tx, organizationId)
    .selectFrom('runs')
    .select(({ fn }) => fn.countAll<number | string | bigint>().as('count'))
    .where('id', 'in', runIds)
    .executeTakeFirstOrThrow()
  if (Number(count) < runIds.length)
    throw new StoreError('Runs of the package were deleted while it was made. Make it again.', {
      code: 'STORE_CONFLICT',
      retryable: true,
    })
}

function toPackageRecord({ isWhole, ...row }: Selectable<Schema['packages']>): PackageRecord {
  return { ...row, gaps: Number(row.gaps), madeAtMs: Number(row.madeAtMs), isWhole: isWhole === 1 }
}
