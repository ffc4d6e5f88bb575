import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import { type ResultRecord, type ResultStatus, type RunStatus, type Severity, severities } from '../../define/index.ts'

/** Failing results differ by severity. */
export type Urgency = Severity | Exclude<ResultStatus, 'fail'>

function readUrgency({ status, severity }: ResultRecord, ofCheck: Severity = 'medium'): Urgency {
  return status === 'fail' ? (severity ?? ofCheck) : status
}

/** Results of one check, counted. */
export interface ResultTally {
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
  run: RecordedRun,
  check: { readonly id: string; readonly severity: Severity },
): Promise<ResultTally> {
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
  run: RecordedRun,
  check: { readonly id: string; readonly severity: Severity },
  tally: ResultTally,
  wanted: readonly Urgency[],
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

/** The urgencies of a status, in their order. */
export const urgenciesOf: { readonly [status in RunStatus]: readonly Urgency[] } = {
  error: [],
  fail: severities,
  manual: ['manual'],
  pass: ['pass'],
  not_applicable: ['not_applicable'],
}

/** Urgencies of results that need an action. */
export const openUrgencies: readonly Urgency[] = [...severities, 'manual']
