import { computeEvidenceDigest } from '../../checks/judgements/evidence-digest.ts'
import { createFindingId } from '../../checks/results/finding-id.ts'
import type { CheckHead, JsonValue, ResultRecord, ResultStatus, RunResult, RunStatus } from '../../define/index.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import type { ReviewedAccount, ReviewedOwner, ReviewFilter, ReviewList, StoredAccessReview } from './access-review.ts'
import { describeReviewFilter } from './review-filter.ts'
import { explainIncompleteness } from './review-state.ts'

/** A finished access review without its decisions, as its bundle has it; or what became of its removals later. */
export interface AccessReviewRunHead
  extends Pick<
    StoredAccessReview,
    | 'id'
    | 'organizationId'
    | 'title'
    | 'filter'
    | 'byManager'
    | 'reviewers'
    | 'systems'
    | 'dueDay'
    | 'everyDays'
    | 'removalDays'
  > {
  readonly schema: 'checkwright.access-review/v1' | 'checkwright.access-review-outcomes/v1'
  readonly kind: 'access-review' | 'access-review-outcomes'
  /** Of outcomes: the review. The digest of its bundle is `previous` of the manifest. */
  readonly outcomesOf?: { readonly id: string; readonly finishedAt: string }
  /** When the accounts were frozen, ISO 8601. */
  readonly startedAt: string
  readonly startedBy: string
  readonly finishedAt: string
  readonly finishedBy: string
  /** Why accounts were left undecided. Left out where none were. */
  readonly undecidedReason?: string | undefined
  readonly status: RunStatus
  readonly replayable: false
  readonly notReplayableBecause: string
  /** The one question: whether the access was reviewed. */
  readonly checks: readonly CheckHead[]
  readonly summary: RunResult['summary']
}

/** A finished access review with decisions that are read one at a time. */
export interface AccessReviewRun {
  readonly head: AccessReviewRunHead
  results(checkId: string): AsyncIterable<ResultRecord>
  /** The frozen records of a list, all of them. */
  records(connectionId: string, list: ReviewList): AsyncIterable<StoredRecord>
}

/** The end of a review. */
export type ReviewEnd = Pick<StoredAccessReview, 'finishedBy' | 'undecidedReason'> & { readonly atMs: number }

/** Id of the check that a review supports controls by. Reviews of some accounts alone are another check than those of all. */
function toReviewCheckId({ only, department }: ReviewFilter): string {
  const whose = department === undefined ? '' : `-of-${computeEvidenceDigest({ evidence: department }, {}).slice(0, 8)}`
  return `access-reviewed${only === undefined ? '' : `-${only}`}${whose}`
}

function toReviewCheckTitle(filter: ReviewFilter): string {
  const of = describeReviewFilter(filter)
  return of === 'all accounts' ? 'Access is reviewed' : `Access is reviewed (${of})`
}

/** The check of a review with other results. */
export function countCheck(check: CheckHead, counts: Readonly<Record<ResultStatus, number>>): CheckHead {
  return { ...check, status: check.error === undefined ? chooseStatus(counts) : check.status }
}

/** Puts together what is signed. @param accounts all of the review */
export function buildReviewRun(
  review: StoredAccessReview,
  accounts: readonly ReviewedAccount[],
  end: ReviewEnd,
  records: AccessReviewRun['records'],
): AccessReviewRun {
  const { id, organizationId, title, filter, byManager, reviewers, systems, dueDay, everyDays, removalDays } = review
  const counts = countStatuses(accounts)
  const check = buildCheck(review, counts)
  const results = accounts.map((account) => toReviewResult(review, account))
  const head: AccessReviewRunHead = {
    schema: 'checkwright.access-review/v1',
    kind: 'access-review',
    id,
    organizationId,
    title,
    filter,
    byManager,
    reviewers,
    systems,
    dueDay,
    everyDays,
    removalDays,
    startedAt: new Date(review.startedAtMs).toISOString(),
    startedBy: review.startedBy,
    finishedAt: new Date(end.atMs).toISOString(),
    finishedBy: end.finishedBy ?? '',
    undecidedReason: end.undecidedReason ?? undefined,
    status: check.status,
    replayable: false,
    notReplayableBecause: 'People decided about the accounts.',
    checks: [check],
    summary: {
      checks: { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0, [check.status]: 1 },
      results: { ...counts, waived: 0 },
      errors: check.status === 'error' ? 1 : 0,
      requests: 0,
      retries: 0,
    },
  }
  return {
    head,
    results: async function* (checkId) {
      if (checkId === check.id) yield* results
    },
    records,
  }
}

/**
 * Puts together what inventories showed of the removals and changes after the end of a review. It names the review, and has none of its
 * records again.
 * @param accounts those that had to be removed or changed
 */
export function buildOutcomesRun(
  review: StoredAccessReview,
  accounts: readonly ReviewedAccount[],
  at: { readonly id: string; readonly atMs: number },
): AccessReviewRun {
  const none = async function* () {}
  const frozen = { ...review, systems: review.systems.map((system) => ({ ...system, lists: [] })) }
  const end = { finishedBy: review.finishedBy, undecidedReason: null, atMs: at.atMs }
  const { head, results } = buildReviewRun(frozen, accounts, end, none)
  const check: CheckHead = {
    id: 'access-removals',
    title: 'What a review decided is done',
    severity: 'high',
    tags: [],
    controls: review.controls,
    status: chooseStatus(countStatuses(accounts)),
    complete: true,
    exchanges: [],
    requests: 0,
    retries: 0,
    durationMs: 0,
    logs: [],
  }
  const finishedAt = new Date(review.finishedAtMs ?? 0).toISOString()
  return {
    head: {
      ...head,
      schema: 'checkwright.access-review-outcomes/v1',
      kind: 'access-review-outcomes',
      id: at.id,
      outcomesOf: { id: review.id, finishedAt },
      startedAt: finishedAt,
      notReplayableBecause: 'The later inventories are in the bundles of their runs.',
      status: check.status,
      checks: [check],
      summary: {
        ...head.summary,
        checks: { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0, [check.status]: 1 },
        errors: 0,
      },
    },
    // One check has another name here, and the same results.
    results: (checkId) => results(checkId === check.id ? toReviewCheckId(review.filter) : ''),
    records: none,
  }
}

/** The check of a review, or of one system of it: what controls judge. */
export function buildCheck(
  review: Pick<StoredAccessReview, 'filter' | 'controls' | 'systems'>,
  counts: Readonly<Record<ResultStatus, number>>,
): CheckHead {
  const incomplete = explainIncompleteness(review)
  const [message] = incomplete
  return {
    id: toReviewCheckId(review.filter),
    title: toReviewCheckTitle(review.filter),
    severity: 'high',
    controls: review.controls,
    tags: [],
    status: message === undefined ? chooseStatus(counts) : 'error',
    complete: message === undefined,
    error:
      message === undefined
        ? undefined
        : { kind: 'incomplete_data', code: 'CHECK_INCOMPLETE', message: incomplete.join(' '), retryable: false },
    exchanges: [],
    requests: 0,
    retries: 0,
    durationMs: 0,
    logs: [],
  }
}

function chooseStatus(counts: Readonly<Record<ResultStatus, number>>): RunStatus {
  return (['fail', 'manual', 'pass'] as const).find((status) => counts[status] > 0) ?? 'not_applicable'
}

function countStatuses(accounts: readonly ReviewedAccount[]): Record<ResultStatus, number> {
  const counts = { pass: 0, fail: 0, manual: 0, not_applicable: 0 }
  for (const account of accounts) counts[judgeAccount(account)]++
  return counts
}

/** A removal counts when it has been seen. Until then somebody has to look at it, as at an account without a decision. */
function judgeAccount({ decision, outcome }: Pick<ReviewedAccount, 'decision' | 'outcome'>): 'pass' | 'manual' {
  return decision?.is === 'keep' || outcome?.is === 'done' ? 'pass' : 'manual'
}

const verbs = { keep: 'is kept', remove: 'has to be removed', change: 'has to be changed' } as const

function toReviewResult(review: StoredAccessReview, account: ReviewedAccount): ResultRecord {
  const { connectionId, part, record, decision, outcome, seen, owner } = account
  const checkId = toReviewCheckId(review.filter)
  const system = review.systems.find((each) => each.connectionId === connectionId)
  const name = readName(record)
  const resource = { type: 'account', id: record.id, name: name === record.id ? undefined : name }
  const connectorId = system?.connector.id ?? ''
  return {
    status: judgeAccount(account),
    resource,
    title: `${name} in ${system?.name ?? connectionId} ${decision === null ? 'was not decided' : verbs[decision.is]}`,
    evidence: omitUndefined({
      connectionId,
      part: part ?? undefined,
      decision:
        decision === null
          ? null
          : omitUndefined({
              is: decision.is,
              change: decision.change ?? undefined,
              reason: decision.reason,
              by: decision.by,
              at: new Date(decision.atMs).toISOString(),
              // As judgements name what the person looked at.
              evidenceSha256: computeEvidenceDigest({ evidence: record }, {}),
            }),
      outcome:
        outcome === null
          ? undefined
          : omitUndefined({
              is: outcome.is,
              because: outcome.because,
              readAt: outcome.atMs === null ? undefined : new Date(outcome.atMs).toISOString(),
              digest: outcome.digest ?? undefined,
            }),
      seen:
        seen.length > 0
          ? seen.map(({ is, because, sinceMs }) => ({ is, because, since: new Date(sinceMs).toISOString() }))
          : undefined,
      owner: owner === undefined ? undefined : pickKnown(owner),
    }),
    findingId: createFindingId({ connectorId, connectionId, checkId, resource }),
  }
}

/** Its members that are known. */
function pickKnown({ is, name, email, department, hasLeft, because }: ReviewedOwner): JsonValue {
  return omitUndefined({ is, name, email, department, hasLeft, because })
}

/** As people call the account. */
export function readName({ id, name, email }: StoredRecord): string {
  return [name, email].find((each): each is string => typeof each === 'string' && each !== '') ?? id
}
