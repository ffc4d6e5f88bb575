import type { ConnectionState } from '../../auth/connection-store.ts'
import { isFullyJudged, type JudgementCounts } from '../../checks/judgements/effective-status.ts'
import type { RunHead } from '../../checks/runs/recorded-run.ts'
import type { RunStatus } from '../../define/index.ts'
import { formatCount, formatNumber } from '../../text/count-noun.ts'
import { formatCounted } from '../../text/counted.ts'
import { formatNeedsReview } from '../../text/needs-review.ts'

/** The outcomes of checks, of one run or by the newest run of each, and the reasons why more is unknown. */
export interface ReportCounts {
  readonly checks: Readonly<Partial<Record<RunStatus, number>>>
  /** Failing results, if counted: open ones, and accepted ones. */
  readonly findings?: { readonly open: number; readonly accepted: number }
  /** Results that need review and that a person judged. Checks with nothing else to review are not among `manual`. */
  readonly judged?: { readonly accepted: number; readonly refused: number } | undefined
  /** Checks that never ran. */
  readonly unasked?: number
  /** Connections that never ran, counted up to `countedMax`. */
  readonly neverRan?: number
  /** Connections that cannot run: disconnected, paused, unfinished, or refused by the vendor. */
  readonly unready?: number
}

interface Counted {
  readonly count: number
}

/** The parts of a headline. Pages have them in other languages too. */
export const headlineWords = {
  refused: ({ count }: Counted) => formatCount(count, 'refused result'),
  undecided: ({ count }: Counted) => `${formatCount(count, 'check')} could not tell`,
  needReview: ({ count }: Counted) => `${formatCount(count, 'check')} ${formatNeedsReview(count)}`,
  unasked: ({ count }: Counted) => `${formatCount(count, 'check')} never ran`,
  neverRan: ({ count }: Counted) => `${formatCounted(count, 'connection')} never ran`,
  unready: ({ count }: Counted) => `${formatCount(count, 'connection')} cannot be used`,
  findings: ({ count }: Counted) => formatCount(count, 'finding'),
  failing: ({ count }: Counted) => `${formatCount(count, 'check')} failing`,
  allPass: ({ count }: Counted) => (count === 1 ? 'The check passes' : `All ${formatNumber(count)} checks pass`),
  allAccepted: 'All failing results are accepted risks',
  allJudged: 'All results that need review are accepted',
  noneApplies: 'No check applies',
  noneRan: 'No check has run yet',
  noRun: 'No check was run',
}

export type HeadlineWords = typeof headlineWords

/**
 * The present state, in one sentence without its full stop. It reports that checks pass only if there is nothing else
 * to report: no check failed, could not tell, needs review, or never ran.
 */
export function headline(
  { checks, findings, judged, unasked = 0, neverRan = 0, unready = 0 }: ReportCounts,
  words: HeadlineWords = headlineWords,
): string {
  const { fail = 0, error = 0, manual = 0, pass = 0, not_applicable: apart = 0 } = checks
  const parts = [
    ...countFailing(fail, findings, words),
    judged !== undefined && judged.refused > 0 && words.refused({ count: judged.refused }),
    error > 0 && words.undecided({ count: error }),
    manual > 0 && words.needReview({ count: manual }),
    unasked > 0 && fail + error + manual + pass + apart > 0 && words.unasked({ count: unasked }),
    neverRan > 0 && words.neverRan({ count: neverRan }),
    unready > 0 && words.unready({ count: unready }),
  ].filter((part) => part !== false)
  if (parts.length > 0) return parts.join(', ')
  if (judged !== undefined && judged.accepted > 0) return words.allJudged
  if (pass > 0) return words.allPass({ count: pass })
  return apart > 0 ? words.noneApplies : words.noneRan
}

function countFailing(
  fail: number,
  findings: ReportCounts['findings'],
  words: HeadlineWords,
): readonly (string | false)[] {
  if (findings && findings.open > 0) return [words.findings({ count: findings.open })]
  if (findings && findings.accepted > 0) return [words.allAccepted]
  return [fail > 0 && words.failing({ count: fail })]
}

/** The headline of one run. */
export function runHeadline(
  { summary: { checks, results, judged } }: Pick<RunHead, 'summary'>,
  words: HeadlineWords = headlineWords,
): string {
  const total = Object.values(checks).reduce((sum, count) => sum + count, 0)
  if (total === 0) return words.noRun
  const isAllJudged = judged !== undefined && judged.accepted + judged.refused >= results.manual
  return headline(
    {
      checks: isAllJudged ? { ...checks, manual: 0 } : checks,
      findings: { open: results.fail - results.waived, accepted: results.waived },
      judged,
    },
    words,
  )
}

/**
 * The decisions about results that need review, and the checks that still need one.
 * @param reviews by check; those without any decision may be left out
 */
export function tallyJudged(
  outcomes: readonly { readonly connectionId: string; readonly checkId: string; readonly status: RunStatus }[],
  reviews: readonly (JudgementCounts & { readonly connectionId: string; readonly checkId: string })[],
): Required<Pick<ReportCounts, 'checks' | 'judged'>> {
  const key = ({ connectionId, checkId }: { readonly connectionId: string; readonly checkId: string }) =>
    JSON.stringify([connectionId, checkId])
  const checks = tally(outcomes)
  const byCheck = new Map(reviews.map((review) => [key(review), review]))
  const counted = outcomes.flatMap((outcome) => byCheck.get(key(outcome)) ?? [])
  const sum = (decision: 'accepted' | 'refused') => counted.reduce((total, review) => total + review[decision], 0)
  const isJudged = (outcome: (typeof outcomes)[number]) =>
    isFullyJudged(outcome.status, byCheck.get(key(outcome)) ?? noReview)
  return {
    checks: { ...checks, manual: (checks.manual ?? 0) - outcomes.filter(isJudged).length },
    judged: { accepted: sum('accepted'), refused: sum('refused') },
  }
}

const noReview = { accepted: 0, refused: 0, open: 0 }

/** Accepted results that a headline counts. */
export const acceptedMax = 5_000

/**
 * Whether every failing check fails by accepted risks alone, because the headline then says that.
 * @param accepted failing results that a waiver now covers
 * @param open how many it does not cover
 */
export function tallyAccepted(
  outcomes: readonly { readonly connectionId: string; readonly checkId: string; readonly status: RunStatus }[],
  accepted: readonly { readonly connectionId: string; readonly checkId: string }[],
  open: number,
): Pick<ReportCounts, 'findings'> {
  const key = ({ connectionId, checkId }: { readonly connectionId: string; readonly checkId: string }) =>
    JSON.stringify([connectionId, checkId])
  const covered = new Set(accepted.map(key))
  // A check can fail without a result, because it found nothing to judge. Nobody has accepted that.
  const isAllCovered = outcomes.every((outcome) => outcome.status !== 'fail' || covered.has(key(outcome)))
  return open === 0 && accepted.length > 0 && isAllCovered ? { findings: { open, accepted: accepted.length } } : {}
}

/** How many checks have each status. */
function tally(outcomes: readonly { readonly status: RunStatus }[]): ReportCounts['checks'] {
  const checks: Partial<Record<RunStatus, number>> = {}
  for (const { status } of outcomes) checks[status] = (checks[status] ?? 0) + 1
  return checks
}

/** Whether runs of the connection will continue; otherwise its latest results may be out of date. */
export function isReady(state: ConnectionState): boolean {
  return state === 'active'
}
