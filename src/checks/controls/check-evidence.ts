import type { Judged, ResultRecord, ResultStatus, RunResult } from '../../define/index.ts'
import type { Judgements } from '../judgements/open-judgements.ts'
import { type CheckHead, type KeptRun, keptRun } from '../runs/kept-run.ts'
import { isExpired } from '../waivers/limits.ts'
import type { StandingWaivers } from '../waivers/standing-waivers.ts'

/** The account that was checked: that of a connection, or of a single run. */
export interface EvidenceSubject {
  /** Id of the connector. */
  readonly connector: string
  readonly connectionId?: string | undefined
  readonly runId?: string | undefined
}

/** The result of one check in one run, without its single results. */
export interface CheckEvidence extends EvidenceSubject {
  readonly runId: string
  /** The evidence is no run, but what people decided in this access review. */
  readonly reviewId?: string | undefined
  /** Start of the run, or end of the review, epoch ms. */
  readonly atMs: number
  /** When what it judged by was read. @default `atMs` */
  readonly readAtMs?: number | undefined
  /** Evidence older than this does not count. @default what counts for runs */
  readonly staleAfterMs?: number | undefined
  readonly check: CheckHead
  readonly results: Readonly<Record<ResultStatus, number>>
  /** Failing results with a valid waiver. */
  readonly waived: number
  /** Results that need review, and that somebody accepted or refused, by a judgement that holds. @default none */
  readonly judged?: { readonly accepted: number; readonly refused: number } | undefined
  /** Failing results that were waived in the run, with a waiver that is no longer valid. */
  readonly lapsed: number
  /** Whether the waiver of one of these was revoked or belonged to the run, rather than expired. */
  readonly isRevoked: boolean
}

/**
 * The newest evidence of every check of every subject. A run without a connection counts separately, because it is
 * unknown whether two of them checked the same account. A run that is given twice counts once. A run with its own
 * waivers or variables does not count.
 * @param now decides about waivers: one that was valid during the run may have expired
 * @param standing present decisions, in place of those that the run recorded
 */
export async function collectNewestEvidence(
  runs: Iterable<RunResult | KeptRun> | AsyncIterable<RunResult | KeptRun>,
  now: Date,
  standing?: StandingWaivers & Partial<Judgements>,
): Promise<CheckEvidence[]> {
  const newest = new Map<string, CheckEvidence>()
  for await (const run of runs) {
    if (('head' in run ? run.head : run).scoped) continue
    for await (const evidence of listRunEvidence('head' in run ? run : keptRun(run), now, standing)) {
      const key = toEvidenceKey(evidence, evidence.check.id)
      const before = newest.get(key)
      if (!before || isNewer(evidence, before)) newest.set(key, evidence)
    }
  }
  return [...newest.values()]
}

/** The same for the same account. */
export function toSubjectKey({ connector, connectionId, runId }: EvidenceSubject): string {
  return JSON.stringify(
    connectionId === undefined ? [connector, 'run', runId] : [connector, 'connection', connectionId],
  )
}

/** The same for the same check of the same account. */
export function toEvidenceKey(subject: EvidenceSubject, checkId: string): string {
  return `${toSubjectKey(subject)} ${checkId}`
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
  { head, results }: KeptRun,
  now: Date,
  standing: (StandingWaivers & Partial<Judgements>) | undefined,
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
      const decision = decideReview(result, check, now, standing)
      if (decision) decided[decision]++
      if (result.status !== 'fail') continue
      const { resource, waived: recorded } = result
      const holds = standing
        ? standing.waiverFor({ connectorId: connector.id, connectionId, checkId: check.id, resource }) !== undefined
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
  standing: Partial<Judgements> | undefined,
): Judged['decision'] | undefined {
  if (standing?.judgementFor) return standing.judgementFor(result, check)?.decision
  const { judged } = result
  return judged && !isExpired(judged, now) ? judged.decision : undefined
}
