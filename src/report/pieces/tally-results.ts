import type { RunComparison } from '../../checks/findings/comparison.ts'
import { SeenFindings } from '../../checks/results/seen-findings.ts'
import type { KeptRun } from '../../checks/runs/kept-run.ts'
import type { ResultRecord, ResultStatus, Severity } from '../../define/index.ts'

export const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

/** The order of results: failing ones by severity, then those to review, those that pass, and the rest. */
const urgencies = [...severities, 'manual', 'pass', 'not_applicable'] as const
export type Urgency = (typeof urgencies)[number]

function readUrgency({ status, severity }: ResultRecord, ofCheck: Severity = 'medium'): Urgency {
  return status === 'fail' ? (severity ?? ofCheck) : status
}

/** Results of one check, counted. */
export interface Tally {
  readonly total: number
  readonly of: { readonly [status in ResultStatus]: number }
  readonly waived: number
  /** Failing and not waived. */
  readonly unwaived: number
  /** Of those that need review: by the decision of a person. */
  readonly accepted: number
  readonly refused: number
  readonly byUrgency: ReadonlyMap<Urgency, number>
  /** Types of the resources, the first hundred. */
  readonly types: ReadonlySet<string>
}

/** Counts the results of a check by reading them once. */
export async function tallyResults(
  run: KeptRun,
  check: { readonly id: string; readonly severity: Severity },
): Promise<Tally> {
  const of = { pass: 0, fail: 0, manual: 0, not_applicable: 0 }
  const byUrgency = new Map<Urgency, number>()
  const types = new Set<string>()
  let waived = 0
  let unwaived = 0
  const judged = { accepted: 0, refused: 0 }
  for await (const result of run.results(check.id)) {
    of[result.status]++
    if (types.size < 100) types.add(result.resource.type)
    if (result.waived) waived++
    else if (result.status === 'fail') unwaived++
    if (result.judged) judged[result.judged.decision]++
    const urgency = readUrgency(result, check.severity)
    byUrgency.set(urgency, (byUrgency.get(urgency) ?? 0) + 1)
  }
  const total = of.pass + of.fail + of.manual + of.not_applicable
  return { total, of, waived, unwaived, ...judged, byUrgency, types }
}

/**
 * Results of a check, the most urgent first, otherwise in the order of the report. It reads them once for each urgency
 * instead of sorting, because sorting would need all of them in memory.
 */
export async function* listByUrgency(
  run: KeptRun,
  check: { readonly id: string; readonly severity: Severity },
  tally: Tally,
  wanted: readonly Urgency[] = urgencies,
): AsyncIterable<ResultRecord> {
  for (const urgency of wanted) {
    let left = tally.byUrgency.get(urgency) ?? 0
    if (left === 0) continue
    for await (const result of run.results(check.id)) {
      if (readUrgency(result, check.severity) !== urgency) continue
      yield result
      if (--left === 0) break
    }
  }
}

/** Urgencies of results that need an action. */
export const openUrgencies: readonly Urgency[] = [...severities, 'manual']

/** How many findings have each state compared with the earlier run. */
export interface ChangeCounts {
  readonly new: number
  readonly regressed: number
  readonly persisting: number
  readonly resolved: number
  readonly unseen: number
}

/** Counts the changes since the earlier run, by reading every result once. */
export async function countStanding(run: KeptRun, comparison: RunComparison): Promise<ChangeCounts> {
  const count = { new: 0, regressed: 0, persisting: 0 }
  // A resource that was reported twice is one finding.
  const counted = new SeenFindings()
  for (const check of run.head.checks) {
    for await (const { findingId } of run.results(check.id)) {
      const change = comparison.changeOf(findingId)
      if (change === undefined || change === 'resolved' || counted.note(findingId, 'fail')) continue
      count[change]++
    }
  }
  return { ...count, resolved: comparison.resolved.length, unseen: comparison.unseen.length }
}

/** The changes that occurred, in words: "2 new, 1 resolved". */
export function formatStanding(standing: ChangeCounts): string {
  const parts = (['new', 'regressed', 'persisting', 'resolved', 'unseen'] as const)
    .filter((change) => standing[change] > 0)
    .map((change) => `${standing[change]} ${change}`)
  return parts.length === 0 ? 'no change' : parts.join(', ')
}
