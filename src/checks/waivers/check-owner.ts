import type { CheckData } from '../../define/index.ts'

/** What the checks of a run belong to. */
export interface CheckOwner {
  readonly id: string
  readonly checks: readonly CheckData[]
}
