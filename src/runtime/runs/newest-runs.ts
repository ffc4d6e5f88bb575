import type { KeptRun } from '../../checks/results/kept-run.ts'
import type { TimeSpan } from '../../checks/run-store.ts'
import type { Runtime } from '../runtime.ts'

export interface RunsOf {
  readonly organizationId: string
  readonly connectionId: string
}

/** Runs of a connection that hold the newest outcome of some check, the newest first. */
export async function* listNewestRuns(
  { runs, findings }: Pick<Runtime, 'runs' | 'findings'>,
  {
    organizationId,
    connectionId,
    oldestMs = 0,
    within,
  }: RunsOf & {
    /** What began earlier is read only where nothing newer is, epoch ms. @default everything counts */
    readonly oldestMs?: number | undefined
    /** Of the runs of this time. @default all */
    readonly within?: TimeSpan | undefined
  },
): AsyncGenerator<KeptRun> {
  const outcomes = await findings.newestOutcomes({ organizationId, connectionId, within })
  const atMs = new Map(outcomes.map((outcome) => [outcome.runId, outcome.atMs]))
  const newestFirst = [...atMs].toSorted(([a, aMs], [b, bMs]) => bMs - aMs || (a < b ? 1 : -1))
  for (const [index, [id, startedAtMs]] of newestFirst.entries()) {
    if (index > 0 && startedAtMs < oldestMs) return
    const kept = (await runs.kept({ id, organizationId }))?.kept
    if (kept) yield kept
  }
}

const pageLength = 20

/** All runs of a connection that have ended, newest first, without those that speak for themselves alone. */
export async function* listPastRuns(
  { runs }: Pick<Runtime, 'runs'>,
  { organizationId, connectionId }: RunsOf,
): AsyncGenerator<KeptRun> {
  for (let before: { readonly startedAtMs: number; readonly id: string } | undefined; ; ) {
    const page = await runs.list({ organizationId, connectionId, limit: pageLength, before })
    for (const { id } of page) {
      const kept = (await runs.kept({ id, organizationId }))?.kept
      if (kept && !kept.head.scoped) yield kept
    }
    before = page.at(-1)
    if (page.length < pageLength) return
  }
}
