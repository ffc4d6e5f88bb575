import { parseDayEnd } from '../../text/calendar-day.ts'
import type { ReviewCounts, StoredAccessReview } from './access-review.ts'

/** Derived, never set. `overdue`: its last day is over, and it is not finished. */
export type ReviewState = 'open' | 'overdue' | 'finished'

export function deriveReviewState(
  { dueDay, finishedAtMs }: Pick<StoredAccessReview, 'dueDay' | 'finishedAtMs'>,
  nowMs: number,
): ReviewState {
  if (finishedAtMs !== null) return 'finished'
  return nowMs > (parseDayEnd(dueDay) ?? Number.POSITIVE_INFINITY) ? 'overdue' : 'open'
}

/** Whether every list of the review was complete, and if not, why. */
export function explainIncompleteness({ systems }: Pick<StoredAccessReview, 'systems'>): readonly string[] {
  return systems.flatMap(({ name, lists, because }) => [
    ...(because === undefined ? [] : [`${name}: ${because}`]),
    ...(lists.length === 0 && because === undefined ? [`${name}: no run has read its accounts.`] : []),
    ...lists
      .filter(({ complete }) => !complete)
      .map(({ error }) => `${name}: ${error?.message ?? 'The list of accounts is not complete.'}`),
  ])
}

/** Of a system that no review has looked at yet. */
export const noReviewCounts: ReviewCounts = {
  accounts: 0,
  keep: 0,
  remove: 0,
  change: 0,
  undecided: 0,
  done: 0,
  notDone: 0,
  open: 0,
}

export function addReviewCounts(all: Iterable<ReviewCounts>): ReviewCounts {
  const names = Object.keys(noReviewCounts) as (keyof ReviewCounts)[]
  const sum: Record<keyof ReviewCounts, number> = { ...noReviewCounts }
  for (const each of all) for (const name of names) sum[name] += each[name]
  return sum
}
