import type { RunStatus } from '../../define/index.ts'

/** Newest outcomes of checks that people have judged alike, or whose runs knew of judgements. */
export interface JudgedOutcomes {
  readonly status: RunStatus
  /** By the judgements that their runs knew of. */
  readonly effectiveStatus: RunStatus
  readonly isFresh: boolean
  readonly outcomes: number
  /** Results that need review, by the judgements in force now. */
  readonly accepted: number
  readonly refused: number
  /** Whether each of them has a result that nobody has judged. */
  readonly isOpen: boolean
}
