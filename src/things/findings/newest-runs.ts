import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { TimeSpan } from '../../checks/runs/run-store.ts'
import type { RunService } from '../runs/runs.ts'
import type { FindingService } from './findings.ts'

export interface RunsOf {
  readonly organizationId: string
  readonly connectionId: string
}

/** Runs of a connection with the newest outcome of at least one check, the newest first. */
export async function* listNewestRuns(
  {
    runs,
    findings,
  }: { readonly runs: Pick<RunService, 'kept'>; readonly findings: Pick<FindingService, 'newestOutcomes'> },
  {
    organizationId,
    connectionId,
    oldestMs = 0,
    within,
  }: RunsOf & {
    /** Earlier runs are read only for checks without a newer outcome, epoch ms. @default everything counts */
    readonly oldestMs?: number | undefined
    /** Of the runs of this time. @default all */
    readonly within?: TimeSpan | undefined
  },
): AsyncGenerator<RecordedRun> {
  const outcomes = await findings.newestOutcomes({ organizationId, connectionId, within })
  const atMs = new Map(outcomes.map((outcome) => [outcome.runId, outcome.atMs]))
  const newestFirst = [...atMs].toSorted(([a, aMs], [b, bMs]) => bMs - aMs || (a < b ? 1 : -1))
  for (const [index, [id, startedAtMs]] of newestFirst.entries()) {
    if (index > 0 && startedAtMs < oldestMs) return
    const run = (await runs.kept({ id, organizationId }))?.recorded
    if (run) yield run
  }
}
