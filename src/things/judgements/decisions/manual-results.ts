import type { NewestOutcome, ReviewableFilter } from '../../../checks/findings/finding-store.ts'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import type { CheckHead, ResultRecord } from '../../../define/index.ts'
import { compareTexts } from '../../../text/compare-texts.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import { listOutcomesWithin, outcomesMax } from '../../past/past-findings.ts'

/** A result that needs review, of the newest run of its check. */
export interface ManualResult {
  readonly connectionId: string
  readonly connectorId: string
  readonly runId: string
  /** When the run was asked for, epoch ms. */
  readonly atMs: number
  /** Position among all results of the run. */
  readonly number: number
  readonly check: CheckHead
  readonly result: ResultRecord
}

/** A position in the list. */
export type ManualPlace = Pick<ManualResult, 'connectionId' | 'runId' | 'number'>

export interface ManualFilter {
  readonly organizationId: string
  /** Also if it is disconnected. @default all that are not */
  readonly connectionId?: string | undefined
  readonly connectorId?: string | undefined
  readonly checkId?: string | undefined
  readonly findingId?: string | undefined
  /** By the runs of this time alone. @default all */
  readonly within?: TimeSpan | undefined
  /** Only those after this one. A newer run of its connection begins anew, so that none is left out. */
  readonly after?: ManualPlace | undefined
}

const pageRows = 500

/** By connection, run and the order in which its checks reported them. */
export async function* listManualResults(
  parts: Uses<'findings' | 'runs' | 'results' | 'connections', 'connectors' | 'crossChecks'>,
  { checkId, findingId, within, after, ...filter }: ManualFilter,
): AsyncGenerator<ManualResult, void, undefined> {
  const of = { checkId, findingId, after }
  if (within === undefined) return yield* listOfPresent(parts, filter, of)
  const outcomes = await listOutcomesWithin(parts, { ...filter, limit: outcomesMax }, within)
  const chosen = outcomes.filter((each) => mayNeedReview(each) && (checkId === undefined || each.checkId === checkId))
  const byRun = [...Map.groupBy(chosen, ({ runId }) => runId).values()].toSorted(([a], [b]) =>
    compareTexts(`${a?.connectionId} ${a?.runId}`, `${b?.connectionId} ${b?.runId}`),
  )
  for (const ofRun of byRun) {
    const [first] = ofRun
    if (first !== undefined && !isBefore(first, after)) yield* listOfRun(parts, ofRun, of)
  }
}

const outcomesRead = 100

/** Page by page, so that whoever wants the first ones reads no others. */
async function* listOfPresent(
  parts: Uses<'findings' | 'runs' | 'results'>,
  { organizationId, connectionId, connectorId }: Pick<ManualFilter, 'organizationId' | 'connectionId' | 'connectorId'>,
  of: Pick<ManualFilter, 'checkId' | 'findingId' | 'after'>,
): AsyncGenerator<ManualResult, void, undefined> {
  const connectionIds = connectionId === undefined ? undefined : [connectionId]
  const asked = { organizationId, connectionIds, connectorId, checkId: of.checkId }
  let from: ReviewableFilter['from'] = of.after
  for (let limit = outcomesRead; ; ) {
    const page = await parts.store.findings.listReviewable({ ...asked, from, limit })
    const byRun = [...Map.groupBy(page, ({ runId }) => runId).values()]
    const isLast = page.length < limit
    // The last run of a page may have more checks.
    const whole = isLast ? byRun : byRun.slice(0, -1)
    for (const ofRun of whole) yield* listOfRun(parts, ofRun, of)
    if (isLast) return
    if (whole.length === 0) limit *= 2
    from = page.at(-1)
  }
}

async function* listOfRun(
  { store }: Uses<'runs' | 'results'>,
  outcomes: readonly NewestOutcome[],
  { findingId, after }: Pick<ManualFilter, 'findingId' | 'after'>,
): AsyncGenerator<ManualResult, void, undefined> {
  const [{ connectionId, connectorId, runId, atMs } = { connectionId: '', connectorId: '', runId: '', atMs: 0 }] =
    outcomes
  const checks = new Map((await store.runs.findRecorded(runId))?.head.checks.map((check) => [check.id, check]))
  const of = { checks: outcomes.map((outcome) => outcome.checkId), findingId }
  const filter = { ...of, status: 'manual', limit: pageRows } as const
  for (let last = runId === after?.runId ? after.number : undefined; ; ) {
    const page = await store.results.list(runId, { ...filter, after: last })
    for (const { number, checkId, result } of page) {
      const check = checks.get(checkId)
      if (check) yield { connectionId, connectorId, runId, atMs, number, check, result }
    }
    if (page.length < pageRows) return
    last = page.at(-1)?.number
  }
}

/** The worst of its results decides the status of a check. */
function mayNeedReview({ status }: NewestOutcome): boolean {
  return status !== 'pass' && status !== 'not_applicable'
}

function isBefore({ connectionId, runId }: NewestOutcome, after: ManualPlace | undefined): boolean {
  if (after === undefined) return false
  return connectionId < after.connectionId || (connectionId === after.connectionId && runId < after.runId)
}
