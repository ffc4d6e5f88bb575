import type { CheckHead, ResultRecord } from '../../../define/index.ts'

/** The visible part of one check. */
export interface Section {
  readonly check: CheckHead
  /** Results that need attention, or all if the page shows one check. */
  readonly results: readonly ResultRecord[]
  /** Results that need no attention, if the page shows several checks. */
  readonly quiet: readonly ResultRecord[]
  /** Results that the filter selects, shown or not. */
  readonly count: number
  /** The part that is shown, from 1. */
  readonly page: number
  readonly pages: number
}
