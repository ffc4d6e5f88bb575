import type { Reviewer } from '../../crosscheck/reviews/access-review.ts'
import { addReviewCounts } from '../../crosscheck/reviews/review-state.ts'
import { formatDay } from '../../text/calendar-day.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** An access review whose last day is over, for those who remind people. */
export interface OverdueReview {
  readonly id: string
  readonly organizationId: string
  readonly title: string
  /** The last day, to its end in UTC. */
  readonly dueDay: string
  readonly accounts: number
  readonly undecided: number
  readonly reviewers: readonly Reviewer[]
}

const listed = 1_000

/** Access reviews that are overdue, those with the oldest day first. */
export async function listOverdueReviews(
  { store }: Uses<'accessReviews'>,
  of: { readonly organizationId: string; readonly nowMs: number },
): Promise<readonly OverdueReview[]> {
  const { organizationId, nowMs } = of
  const reviews = await store.accessReviews.listOverdue({ organizationId, today: formatDay(nowMs), limit: listed })
  const counts = await store.accessReviews.count(reviews.map(({ id }) => id))
  return reviews.map(({ id, title, dueDay, reviewers, ...review }) => {
    const { accounts, undecided } = addReviewCounts(counts.get(id) ?? [])
    return { id, organizationId: review.organizationId, title, dueDay, accounts, undecided, reviewers }
  })
}
