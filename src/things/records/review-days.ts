import type { Rollup } from '../../service/fields/define-thing.ts'
import { isSet } from '../../service/fields/states.ts'
import { addDays } from '../../text/calendar-day.ts'

/** How many days there may be between two reviews. */
export const reviewDays = { min: 1, max: 1_100 } as const

/** Last day for the next review; null without a first one. */
export function computeNextReviewDay(reviewedDay: string | null, everyDays: number): string | null {
  return reviewedDay === null ? null : addDays(reviewedDay, everyDays)
}

/** Takes the day of the newest review that was accepted. @param id of what is reviewed, as `defineReview` has it */
export function rollupReviews(id: string): Rollup {
  return { of: `${id}-review`, by: 'subjectId', take: 'max', field: 'doneDay', where: { acceptedAtMs: isSet() } }
}
