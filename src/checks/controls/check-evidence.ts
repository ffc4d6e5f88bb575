import type { ResultStatus, RunResult } from '../../define/index.ts'
import { type CheckHead, type KeptRun, keptRun } from '../results/kept-run.ts'
import { isExpired } from '../waivers/limits.ts'
import type { StandingWaivers } from '../waivers/standing-waivers.ts'

/** Whose account was looked at: a connection's, else that of a single run. */
export interface EvidenceSubject {
  /** Id of the connector. */
  readonly connector: string
  readonly connectionId?: string | undefined
  readonly runId?: string | undefined
}

/** What one run found out by one check, without its results. */
export interface CheckEvidence extends EvidenceSubject {
  readonly runId: string
  /** Start of the run, epoch ms. */
  readonly atMs: number
  readonly check: CheckHead
  readonly results: Readonly<Record<ResultStatus, number>>
  /** Failing results whose waiver holds. */
  readonly waived: number
  /** Failing results that were waived in the run, and whose waiver holds no longer. */
  readonly lapsed: number
  /** Whether the waiver of one of these has not expired: it was revoked, or was the run's own. */
  readonly isRevoked: boolean
}

/**
 * The newest evidence of every check of every subject. A run without a connection stands for itself, because nobody knows
 * whether two of them asked the same account. A run that is given twice counts once.
 * A run that was asked for with waivers or variables of its own speaks for nothing here.
 * @param now waivers are judged by it: one that was valid at the run may be over
 * @param standing waivers in force now, in place of those that the run recorded
 */
export async function collectNewestEvidence(
  runs: Iterable<RunResult | KeptRun> | AsyncIterable<RunResult | KeptRun>,
  now: Date,
  standing?: StandingWaivers,
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
  // Ids of runs are UUIDv7, and so in the order of their time.
  return a.atMs > b.atMs || (a.atMs === b.atMs && a.runId > b.runId)
}

async function* listRunEvidence(
  { head, results }: KeptRun,
  now: Date,
  standing: StandingWaivers | undefined,
): AsyncGenerator<CheckEvidence> {
  const { id: runId, connectionId, connector, inputs } = head
  for (const check of head.checks) {
    const counts: Record<ResultStatus, number> = { pass: 0, fail: 0, manual: 0, not_applicable: 0 }
    let waived = 0
    let lapsed = 0
    let isRevoked = false
    for await (const result of results(check.id)) {
      counts[result.status]++
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
    yield { connector: connector.id, connectionId, runId, atMs, check, results: counts, waived, lapsed, isRevoked }
  }
}
