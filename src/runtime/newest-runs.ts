import type { RunResult } from '../define/index.ts'
import type { Runtime } from './runtime.ts'

export interface NewestRunsOf {
  readonly organizationId: string
  readonly connectionId: string
  /** Ids of the checks that the connection's connector has now. */
  readonly checks: readonly string[]
  /** What began earlier is read only where nothing newer is, epoch ms. @default everything counts */
  readonly oldestMs?: number | undefined
}

/** Far more than anybody runs in the time in which evidence is fresh, single checks aside. */
const runsMax = 100

/** Runs of a connection that have ended, newest first, until every check was seen. */
export async function* newestRuns(
  { runs }: Pick<Runtime, 'runs'>,
  { organizationId, connectionId, checks, oldestMs = 0 }: NewestRunsOf,
): AsyncGenerator<RunResult> {
  const records = await runs.list({ organizationId, connectionId, limit: runsMax })
  const unseen = new Set(checks)
  let isFirst = true
  for (const { id, startedAtMs, status } of records) {
    if (status === 'running') continue
    if (!isFirst && (startedAtMs < oldestMs || (checks.length > 0 && unseen.size === 0))) return
    const result = (await runs.get({ id, organizationId }))?.result
    if (!result) continue
    isFirst = false
    for (const check of result.checks) unseen.delete(check.id)
    yield result
  }
}
