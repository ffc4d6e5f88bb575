import type { RunComparison } from '../../checks/findings/comparison.ts'
import { SeenFindings } from '../../checks/results/seen-findings.ts'
import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import { formatNumber } from '../../text/count-noun.ts'

export type ChangesView = Awaited<ReturnType<typeof viewChanges>>

/** What has changed since an earlier run. Counts by reading every result once. */
export async function viewChanges(run: RecordedRun, comparison: RunComparison) {
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
    /** How many findings have each state, zero or more. */
    counts: list,
    /** "2 new, 1 resolved" */
    text: present.map(({ change, count }) => `${formatNumber(count)} ${change}`).join(', ') || 'no change',
    unseen,
  }
}
