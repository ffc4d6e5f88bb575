import type { Kysely } from 'kysely'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import type { ListenedTime } from '../../notices/store/tell.ts'
import { selectRelisted } from '../tallies/relisted-findings.ts'
import { endRefusals } from './end-refusals.ts'
import { tellFindings } from './tell-findings.ts'

const pageRows = 500

/** Tells findings after their due day, once for each day. */
export async function tellOverdueFindings(db: Kysely<Schema>, span: ListenedTime): Promise<void> {
  // Before what is overdue, because it may resolve that.
  await endRefusals(db, span)
  while ((await runInTransaction(db, (tx) => tellOverdue(tx, span))) === pageRows);
}

/** An accepted risk is not overdue. @returns the number of findings that were told */
async function tellOverdue(tx: Kysely<Schema>, { organizationId, fromMs, nowMs }: ListenedTime): Promise<number> {
  const rows = await tx
    .updateTable('findings')
    .set(({ ref }) => ({ noticeDueAtMs: ref('dueAtMs') }))
    .where('id', 'in', (query) =>
      ofOrganization(query, organizationId)
        .selectFrom('findings')
        .select('findings.id')
        .where('findings.listedAs', '=', 'open')
        // Those that no list has yet are told when one has them.
        .where('findings.connectionId', 'not in', selectRelisted(tx, organizationId, 1))
        .where('findings.dueAtMs', '>', fromMs)
        .where('findings.dueAtMs', '<', nowMs)
        .where(({ or, eb, ref }) =>
          or([eb('findings.noticeDueAtMs', 'is', null), eb('findings.noticeDueAtMs', '<>', ref('findings.dueAtMs'))]),
        )
        .orderBy('findings.dueAtMs')
        .orderBy('findings.id')
        .limit(pageRows),
    )
    // Again for each row: another process may have told it since the rows were chosen.
    .where(({ or, eb, ref }) => or([eb('noticeDueAtMs', 'is', null), eb('noticeDueAtMs', '<>', ref('dueAtMs'))]))
    .returning(['id', 'connectionId', 'connectorId'])
    .execute()
  if (rows.length === 0) return 0
  for (const [connectionId, same] of Map.groupBy(rows, (row) => row.connectionId))
    await tellFindings(tx, {
      organizationId,
      connectionId,
      connectorId: same[0]?.connectorId ?? '',
      runId: null,
      atMs: nowMs,
      count: { overdue: same.length },
      list: async () => same.map(({ id }) => ({ id, change: 'overdue' as const, resolution: null })),
    })
  return rows.length
}
