import type { CheckHead, Judged, ResultRecord, ResultStatus, RunResult } from '../../define/index.ts'
import type { Judgements } from '../judgements/open-judgements.ts'
import { type RecordedRun, toRecordedRun } from '../runs/recorded-run.ts'
import { isExpired } from '../waivers/limits.ts'
import type { WaiverIndex } from '../waivers/waiver-index.ts'
import { type CheckEvidence, toEvidenceKey } from './check-evidence.ts'

/**
 * The newest evidence of every check of every subject. A run without a connection counts separately, because it is
 * unknown whether two of them checked the same account. A run that is given twice counts once. A run with its own
 * waivers or variables does not count.
 * @param now decides about waivers: one that was valid during the run may have expired
 * @param decisions present decisions, in place of those that the run recorded
 */
export async function collectNewestEvidence(
  runs: Iterable<RunResult | RecordedRun> | AsyncIterable<RunResult | RecordedRun>,
  now: Date,
  decisions?: WaiverIndex & Partial<Judgements>,
): Promise<CheckEvidence[]> {
  const newest = new Map<string, CheckEvidence>()
  for await (const run of runs) {
    if (('head' in run ? run.head : run).scoped) continue
    for await (const evidence of listRunEvidence('head' in run ? run : toRecordedRun(run), now, decisions)) {
      const key = toEvidenceKey(evidence, evidence.check.id)
      const before = newest.get(key)
      if (!before || isNewer(evidence, before)) newest.set(key, evidence)
    }
  }
  return [...newest.values()]
}

function isNewer(a: CheckEvidence, b: CheckEvidence): boolean {
  // Ids of runs are UUIDv7, so they are in the order of time.
  return a.atMs > b.atMs || (a.atMs === b.atMs && a.runId > b.runId)
}

/**
 * The evidence of each check of a run.
 * @param checks ids of those that are wanted; the results of the others are not read. @default all
 */
export async function* listRunEvidence(
  { head, results }: RecordedRun,
  now: Date,
  decisions: (WaiverIndex & Partial<Judgements>) | undefined,
  checks?: ReadonlySet<string>,
): AsyncGenerator<CheckEvidence> {
  const { id: runId, connectionId, connector, inputs, crossCheck } = head
  for (const check of head.checks) {
    if (checks?.has(check.id) === false) continue
    const counts: Record<ResultStatus, number> = { pass: 0, fail: 0, manual: 0, not_applicable: 0 }
    const decided = { accepted: 0, refused: 0 }
    let waived = 0
    let lapsed = 0
    let isRevoked = false
    for await (const result of results(check.id)) {
      counts[result.status]++
      const decision = decideReview(result, check, now, decisions)
      if (decision) decided[decision]++
      if (result.status !== 'fail') continue
      const { resource, waived: recorded } = result
      const holds = decisions
        ? decisions.waiverFor({ connectorId: connector.id, connectionId, checkId: check.id, resource }) !== undefined
        : recorded !== undefined && !isExpired(recorded, now)
      if (holds) waived++
      else if (recorded) {
        lapsed++
        isRevoked ||= !isExpired(recorded, now)
      }
    }
    const atMs = Date.parse(inputs.now)
    const readAtMs = crossCheck?.oldestReadAt === undefined ? undefined : Date.parse(crossCheck.oldestReadAt)
    const subject = { connector: connector.id, connectionId, runId, atMs, readAtMs }
    const judged = decided.accepted + decided.refused > 0 ? decided : undefined
    yield { ...subject, check, results: counts, waived, judged, lapsed, isRevoked }
  }
}

/** The decision about a result that needs review: by a judgement that holds now, or the one that the run recorded. */
function decideReview(
  result: ResultRecord,
  check: CheckHead,
  now: Date,
  decisions: Partial<Judgements> | undefined,
): Judged['decision'] | undefined {
  if (decisions?.judgementFor) return decisions.judgementFor(result, check)?.decision
  const { judged } = result
  return judged && !isExpired(judged, now) ? judged.decision : undefined
}
