import { type Kysely, sql } from 'kysely'
import type { Resolution } from '../../../checks/findings/finding-store.ts'
import { findFailureCause, type RunStatus } from '../../../define/index.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import type { NewNotice } from '../../notices/store/tell.ts'
import type { EndedRun } from '../../runs/store/run-ended.ts'
import { type NoticeChange, tellFindings } from './tell-findings.ts'

/** The newest outcome of each check, before a run changed them. */
export type OutcomesBefore = ReadonlyMap<string, RunStatus>

/** Tells what a run has changed: checks that could not tell or can again, and findings. */
export async function tellChanges(tx: Kysely<Schema>, run: EndedRun, before: OutcomesBefore): Promise<void> {
  const { runId, organizationId, connectionId, connectorId: connector, finishedAtMs: atMs, head } = run
  const audience = await run.audience
  if (audience === undefined) return
  const { listeners, details } = audience
  const about = { organizationId, connectionId, atMs }
  await listeners.tell(
    head.checks.flatMap(({ id: checkId, status, error }): NewNotice[] => {
      const [is, was] = [status === 'error', before.get(checkId) === 'error']
      if (is === was) return []
      const reason =
        is && error ? omitUndefined({ kind: error.kind, code: error.code, cause: findFailureCause(error) }) : {}
      const data = { connectionId, connector, checkId, runId, ...reason }
      return [{ ...about, type: is ? 'check.could_not_tell' : 'check.recovered', data, details }]
    }),
  )
  await tellFindingsOfRun(tx, run)
}

const changes = { open: 'opened', regressed: 'regressed', resolved: 'resolved' } as const

async function tellFindingsOfRun(tx: Kysely<Schema>, { runId, finishedAtMs, ...run }: EndedRun): Promise<void> {
  const counts = await tx
    .selectFrom('findingEvents')
    .select(({ fn }) => ['change', fn.countAll<number | string | bigint>().as('count')])
    .where('runId', '=', runId)
    .groupBy('change')
    .execute()
  const { organizationId, connectionId, connectorId } = run
  await tellFindings(tx, {
    organizationId,
    connectionId,
    connectorId,
    runId,
    atMs: finishedAtMs,
    count: Object.fromEntries(counts.map(({ change, count }) => [changes[change], Number(count)])) as Partial<
      Record<NoticeChange, number>
    >,
    list: async () => {
      const events = await tx
        .selectFrom('findingEvents')
        .select(['findingId', 'change', sql<Resolution | null>`resolution`.as('resolution')])
        .where('runId', '=', runId)
        .orderBy('findingId')
        .execute()
      return events.map(({ findingId: id, change, resolution }) => ({ id, change: changes[change], resolution }))
    },
  })
}
