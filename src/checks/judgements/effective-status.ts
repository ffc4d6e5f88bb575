import type { RunStatus } from '../../define/index.ts'

/** Results of a check that need review, by what people decided. */
export interface JudgementCounts {
  readonly accepted: number
  readonly refused: number
  /** Nobody has judged them, or only other evidence. */
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

/** Whether a check needed review, and people have judged all its results that did. */
export function isFullyJudged(status: RunStatus, { accepted, refused, open }: JudgementCounts): boolean {
  return status === 'manual' && open === 0 && accepted + refused > 0
}
