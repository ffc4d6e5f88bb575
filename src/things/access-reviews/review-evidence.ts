import type { CheckEvidence } from '../../checks/controls/check-evidence.ts'
import type { ReviewVerdict, StoredAccessReview, SystemVerdict } from '../../crosscheck/reviews/access-review.ts'
import type { FinishedReview, SystemCounts } from '../../crosscheck/reviews/access-review-store.ts'
import { buildCheck, countCheck } from '../../crosscheck/reviews/review-run.ts'
import type { ResultStatus } from '../../define/index.ts'
import type { Uses } from '../parts/runtime-parts.ts'

const dayMs = 86_400_000

/**
 * What finished reviews are as evidence: of each connection the newest one of its kind. A removal that was seen passes. One that
 * was not seen needs somebody, and fails when its days are over.
 */
export async function listReviewEvidence(
  parts: Uses<'accessReviews'>,
  { organizationId, atMs }: { readonly organizationId: string; readonly atMs: number },
): Promise<readonly CheckEvidence[]> {
  const newest = new Map<string, CheckEvidence>()
  for (const { review, verdict } of (await settleReviews(parts, { organizationId, atMs })).toSorted(compareEnds))
    for (const system of verdict.systems) {
      const key = `${system.connectionId} ${system.check.id}`
      if (!newest.has(key)) newest.set(key, toEvidence(review, system, atMs))
    }
  return [...newest.values()]
}

interface SettledReview {
  readonly review: FinishedReview
  readonly verdict: ReviewVerdict
}

/**
 * Finished reviews and what they say at a time. Where more was seen of what has to be removed or changed since somebody asked last, it is found
 * out by their accounts, and kept. Mostly nothing has changed.
 */
async function settleReviews(
  { store }: Uses<'accessReviews'>,
  { organizationId, atMs }: { readonly organizationId: string; readonly atMs: number },
): Promise<readonly SettledReview[]> {
  // What is seen after this makes them unsettled again.
  const listed = await store.accessReviews.listVerdicts({ organizationId, finishedByMs: atMs })
  const unsettled = listed.filter(({ verdict }) => verdict === null || atMs < verdict.fromMs).map(({ id }) => id)
  const { found, lasting } = await findVerdict({ store }, { organizationId, ids: unsettled, atMs })
  const changes = listed.flatMap(({ id, verdict, follows }) => {
    const last = lasting.get(id)
    return verdict === null && last ? [{ id, follows, verdict: last }] : []
  })
  if (changes.length > 0) await store.accessReviews.saveVerdicts({ organizationId, reviews: changes })
  return listed.flatMap((review) => {
    const verdict = found.get(review.id) ?? review.verdict
    return verdict ? [{ review, verdict }] : []
  })
}

/** @returns `lasting`: those that say the same from then on, because nothing was seen later */
async function findVerdict(
  { store }: Uses<'accessReviews'>,
  {
    organizationId,
    ids,
    atMs,
  }: { readonly organizationId: string; readonly ids: readonly string[]; readonly atMs: number },
): Promise<Readonly<Record<'found' | 'lasting', ReadonlyMap<string, ReviewVerdict>>>> {
  if (ids.length === 0) return { found: new Map(), lasting: new Map() }
  const [reviews, counts, latest] = await Promise.all([
    store.accessReviews.list({ organizationId, ids, limit: ids.length }),
    store.accessReviews.count(ids, atMs),
    store.accessReviews.count(ids),
  ])
  const found = new Map(
    reviews.map((review) => [review.id, { fromMs: atMs, systems: describeSystems(review, counts.get(review.id)) }]),
  )
  const lasting = reviews.filter((review) => {
    const later = JSON.stringify(describeSystems(review, latest.get(review.id)))
    return later === JSON.stringify(found.get(review.id)?.systems)
  })
  return { found, lasting: new Map([...found].filter(([id]) => lasting.some((review) => review.id === id))) }
}

const noResults = { pass: 0, fail: 0, manual: 0, not_applicable: 0 }

function describeSystems(
  review: StoredAccessReview,
  counts: readonly SystemCounts[] | undefined,
): readonly SystemVerdict[] {
  return review.systems.map((system) => {
    const { connectionId } = system
    const found = counts?.find((each) => each.connectionId === connectionId)
    const check = buildCheck({ ...review, systems: [system] }, noResults)
    if (found === undefined) return { connectionId, connector: system.connector.id, check, counts: null }
    const { keep, done, notDone, open, undecided } = found
    const facts = { keep, done, notDone, open, undecided }
    return { connectionId, connector: system.connector.id, check, counts: facts }
  })
}

/** The newest end first. */
function compareEnds({ review: a }: SettledReview, { review: b }: SettledReview): number {
  const byTime = (b.finishedAtMs ?? 0) - (a.finishedAtMs ?? 0)
  return byTime === 0 ? (a.id < b.id ? 1 : -1) : byTime
}

function toEvidence(
  { id, everyDays, removalDays, startedAtMs, finishedAtMs }: FinishedReview,
  { connectionId, connector, check, counts }: SystemVerdict,
  nowMs: number,
): CheckEvidence {
  const results = countResults(counts, { isLate: nowMs > (finishedAtMs ?? 0) + removalDays * dayMs })
  return {
    connector,
    connectionId,
    runId: id,
    reviewId: id,
    // The facts are as old as the accounts that people looked at.
    atMs: startedAtMs,
    staleAfterMs: everyDays * dayMs,
    check: countCheck(check, results),
    results,
    waived: 0,
    lapsed: 0,
    isRevoked: false,
  }
}

function countResults(
  counts: SystemVerdict['counts'],
  { isLate }: { readonly isLate: boolean },
): Record<ResultStatus, number> {
  if (counts === null) return noResults
  const { keep, done, notDone, open, undecided } = counts
  // Only what was seen there fails; what nobody could tell does not.
  return {
    pass: keep + done,
    fail: isLate ? notDone : 0,
    manual: undecided + open + (isLate ? 0 : notDone),
    not_applicable: 0,
  }
}
