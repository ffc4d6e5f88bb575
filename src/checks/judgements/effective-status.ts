import type { RunStatus } from '../../define/index.ts'

/** Results of a check that need review, by what people decided. */
export interface JudgementCounts {
  readonly accepted: number
  readonly refused: number
  readonly open: number
}

/**
 * What a check counts as. One refused result fails it; it passes when every result that needs review is accepted.
 * @param reviews undefined: nobody has judged any
 */
export function chooseEffectiveStatus(status: RunStatus, reviews: JudgementCounts | undefined): RunStatus {
  if (status !== 'manual' || reviews === undefined) return status
  if (reviews.refused > 0) return 'fail'
  return reviews.open === 0 && reviews.accepted > 0 ? 'pass' : status
}
