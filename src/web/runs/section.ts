import type { CheckHead, ResultRecord } from '../../define/index.ts'

/** What is shown of one check. */
export interface Section {
  readonly check: CheckHead
  /** What needs somebody, or everything where one check alone is shown. */
  readonly results: readonly ResultRecord[]
  /** What needs nobody, of a check among others. */
  readonly quiet: readonly ResultRecord[]
  /** Results that the filter lets through, shown or not. */
  readonly count: number
  /** The part that is shown, from 1. */
  readonly page: number
  readonly pages: number
}
