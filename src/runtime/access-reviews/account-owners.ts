import type { ReviewedOwner, ReviewSystem } from '../../crosscheck/reviews/access-review.ts'
import type { KeptRecord } from '../../inventory/parse-record.ts'

/** Whose an account is, and who manages that person. */
export interface KnownOwner {
  readonly owner: ReviewedOwner
  /** Address of the manager, where the directory tells who that is. */
  readonly managerEmail?: string | undefined
}

/** The owners of accounts, as the directory and the links tell them. */
export interface AccountOwners {
  find(system: Pick<ReviewSystem, 'connectionId'>, part: string | null, record: KeptRecord): KnownOwner | undefined
}
