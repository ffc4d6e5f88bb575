import type { Change, EarlierFinding, RunComparison } from '../../checks/findings/comparison.ts'
import { SeenFindings } from '../../checks/results/seen-findings.ts'
import type { KeptRun } from '../../checks/runs/kept-run.ts'
import { formatNumber } from '../../text/count-noun.ts'

/** What has changed since the earlier run that a run is compared with. */
export interface ChangesView {
  readonly runId: string
  /** How many findings have each state, zero or more. */
  readonly counts: readonly { readonly change: Change | 'unseen'; readonly count: number }[]
  /** "2 new, 1 resolved" */
  readonly text: string
  readonly unseen: readonly EarlierFinding[]
}

/** Counts the changes by reading every result once. */
export async function viewChanges(run: KeptRun, comparison: RunComparison): Promise<ChangesView> {
  const { baselineRunId, resolved, unseen } = comparison
  const counts = { new: 0, regressed: 0, persisting: 0, resolved: resolved.length, unseen: unseen.length }
  // A resource that was reported twice is one finding.
  const counted = new SeenFindings()
  for (const check of run.head.checks) {
    for await (const { findingId } of run.results(check.id)) {
      const change = comparison.changeOf(findingId)
      if (change === undefined || change === 'resolved' || counted.note(findingId, 'fail')) continue
      counts[change]++
    }
  }
  const list = (['new', 'regressed', 'persisting', 'resolved', 'unseen'] as const).map((change) => ({
    change,
    count: counts[change],
  }))
  const present = list.filter(({ count }) => count > 0)
  return {
    runId: baselineRunId,
    counts: list,
    text: present.map(({ change, count }) => `${formatNumber(count)} ${change}`).join(', ') || 'no change',
    unseen,
  }
}
