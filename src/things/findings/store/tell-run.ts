import { type Kysely, sql } from 'kysely'
import type { Resolution } from '../../../checks/findings/finding-store.ts'
import type { RunHead } from '../../../checks/runs/recorded-run.ts'
import type { RunStatus } from '../../../define/index.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import type { Listeners, NewNotice } from '../../notices/store/tell.ts'
import { type NoticeChange, nameConnectionForNotice, tellFindings } from './tell-findings.ts'

/** A run that has ended, in its transaction. */
export interface RunNotice {
  readonly runId: string
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  readonly finishedAtMs: number
  readonly head: RunHead
}

/** The newest outcome of each check, before a run changed them. */
export type OutcomesBefore = ReadonlyMap<string, RunStatus>

/**
 * Tells what a run has changed, and then that it has ended.
 * @param before undefined: the run does not count for findings
 */
export async function tellRun(
  tx: Kysely<Schema>,
  listeners: Listeners,
  run: RunNotice,
  before: OutcomesBefore | undefined,
): Promise<void> {
  const { runId, organizationId, connectionId, connectorId: connector, finishedAtMs: atMs, head } = run
  const about = { organizationId, connectionId, atMs }
  const details = listeners.wantDetails ? await nameConnectionForNotice(tx, connectionId) : undefined
  const checks = before === undefined ? [] : head.checks
  await listeners.tell(
    checks.flatMap(({ id: checkId, status, error }): NewNotice[] => {
      const [is, was] = [status === 'error', before?.get(checkId) === 'error']
      if (is === was) return []
      const reason = is && error ? { kind: error.kind, code: error.code } : {}
      const data = { connectionId, connector, checkId, runId, ...reason }
      return [{ ...about, type: is ? 'check.could_not_tell' : 'check.recovered', data, details }]
    }),
  )
  if (before !== undefined) await tellFindingsOfRun(tx, run)
  const { results } = head.summary
  const data = {
    runId,
    connectionId,
    connector,
    status: head.status,
    scoped: before === undefined,
    results: { ...results },
  }
  await listeners.tell([{ ...about, type: 'run.finished', data, details }])
}

const changes = { open: 'opened', regressed: 'regressed', resolved: 'resolved' } as const

async function tellFindingsOfRun(tx: Kysely<Schema>, { runId, finishedAtMs, ...run }: RunNotice): Promise<void> {
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
