import type { CheckEvidence } from '../../checks/controls/check-evidence.ts'
import type { ReviewSystem, StoredAccessReview } from '../../crosscheck/reviews/access-review.ts'
import type { SystemCounts } from '../../crosscheck/reviews/access-review-store.ts'
import { buildCheck, toReviewCheckId } from '../../crosscheck/reviews/review-run.ts'
import type { ResultStatus } from '../../define/index.ts'
import type { Uses } from '../runtime-parts.ts'

const dayMs = 86_400_000
/** More than a few years of reviews. */
const reviewsMax = 500

/**
 * What finished reviews are as evidence: of each connection the newest one of its kind. A removal that was seen passes. One that
 * was not seen needs somebody, and fails when its days are over.
 */
export async function listReviewEvidence(
  { store }: Uses<'accessReviews'>,
  { organizationId, atMs }: { readonly organizationId: string; readonly atMs: number },
): Promise<readonly CheckEvidence[]> {
  const finished = { isFinished: true, finishedByMs: atMs, limit: reviewsMax }
  const reviews = await store.accessReviews.list({ organizationId, ...finished })
  const newest = new Map<string, { readonly review: StoredAccessReview; readonly system: ReviewSystem }>()
  for (const review of reviews.toSorted(compareEnds))
    for (const system of review.systems) {
      const key = `${system.connectionId} ${toReviewCheckId(review.filter)}`
      if (!newest.has(key)) newest.set(key, { review, system })
    }
  const ids = new Set([...newest.values()].map(({ review }) => review.id))
  const counts = await store.accessReviews.count([...ids], atMs)
  return [...newest.values()].map(({ review, system }) => {
    const found = counts.get(review.id)?.find(({ connectionId }) => connectionId === system.connectionId)
    return toEvidence(review, system, found, atMs)
  })
}

/** The newest end first. */
function compareEnds(a: StoredAccessReview, b: StoredAccessReview): number {
  const byTime = (b.finishedAtMs ?? 0) - (a.finishedAtMs ?? 0)
  return byTime === 0 ? (a.id < b.id ? 1 : -1) : byTime
}

function toEvidence(
  review: StoredAccessReview,
  system: ReviewSystem,
  counts: SystemCounts | undefined,
  nowMs: number,
): CheckEvidence {
  const { id, everyDays, removalDays, finishedAtMs } = review
  const endMs = finishedAtMs ?? 0
  const results = countResults(counts, { isLate: nowMs > endMs + removalDays * dayMs })
  return {
    connector: system.connector.id,
    connectionId: system.connectionId,
    ...{ runId: id, reviewId: id },
    // The facts are as old as the accounts that people looked at.
    atMs: review.startedAtMs,
    staleAfterMs: everyDays * dayMs,
    check: buildCheck({ ...review, systems: [system] }, results),
    results,
    ...{ waived: 0, lapsed: 0, isRevoked: false },
  }
}

function countResults(
  counts: SystemCounts | undefined,
  { isLate }: { readonly isLate: boolean },
): Record<ResultStatus, number> {
  if (counts === undefined) return { pass: 0, fail: 0, manual: 0, not_applicable: 0 }
  const { keep, done, notDone, open, undecided } = counts
  // Only what was seen there fails; what nobody could tell does not.
  return {
    pass: keep + done,
    fail: isLate ? notDone : 0,
    manual: undecided + open + (isLate ? 0 : notDone),
    not_applicable: 0,
  }
}
