import type { RunBundle } from '../../checks/runs/run-store.ts'
import type { InventoryPiece } from '../../inventory/inventory-store.ts'
import type {
  AccountDecision,
  RemovalOutcome,
  ReviewCounts,
  ReviewVerdict,
  StoredAccessReview,
  StoredReviewedAccount,
} from './access-review.ts'

/** The frozen records of one list. */
export interface FrozenList {
  readonly connectionId: string
  readonly part: string | null
  readonly pieces: AsyncIterable<InventoryPiece>
}

export interface AccessReviewFilter {
  readonly organizationId: string
  readonly isFinished?: boolean | undefined
  /** Only those with this connection. */
  readonly connectionId?: string | undefined
  /** Only those in which somebody decided to remove or change an account, of `connectionId` if it is given, that was not seen done. */
  readonly isFollowed?: boolean | undefined
  /** Only some of these. */
  readonly ids?: readonly string[] | undefined
  /** Only those that were finished by this time. */
  readonly finishedByMs?: number | undefined
  /** @default 100 */
  readonly limit?: number | undefined
  /** Only those that began before this one. */
  readonly before?: Pick<StoredAccessReview, 'startedAtMs' | 'id'> | undefined
}

/** Counts of one system of a review. */
export type SystemCounts = ReviewCounts & { readonly connectionId: string }

/** The bundle of what became of a review. */
export type SignedOutcomes = RunBundle & { readonly fileId: string; readonly createdAtMs: number }

export interface ReviewRef {
  readonly id: string
  readonly organizationId: string
}

/** A finished review, and what is kept of what it says for controls. null: that has to be found out. */
export interface FinishedReview
  extends Pick<StoredAccessReview, 'id' | 'startedAtMs' | 'finishedAtMs' | 'everyDays' | 'removalDays'> {
  readonly verdict: ReviewVerdict | null
  /** How often there was something new to find it out by. */
  readonly follows: number
}

/** Access reviews and their accounts. What vendors said of people is sealed; a store gets no plaintext of it. */
export interface AccessReviewStore {
  /** Writes the records of the lists as they come, hidden. `show` shows the review; `drop` removes what was written. */
  stage(review: StoredAccessReview, lists: Iterable<FrozenList>): Promise<void>
  /** @throws StoreError `NOT_FOUND` when the review is not there any more */
  show(
    ref: ReviewRef,
    frozen: { readonly systems: StoredAccessReview['systems']; readonly accounts: readonly StoredReviewedAccount[] },
  ): Promise<void>
  /** Removes a review that is not finished. @returns false if there is none */
  drop(ref: ReviewRef): Promise<boolean>
  /** Removes some of what was begun before a time and is hidden, because its process ended. `rows` is 0 when nothing is left. */
  dropLeftovers(beforeMs: number, rows: number): Promise<{ readonly rows: number; readonly gone: number }>
  find(id: string, organizationId: string): Promise<StoredAccessReview | undefined>
  /** The newest first. */
  list(filter: AccessReviewFilter): Promise<StoredAccessReview[]>
  /** Unfinished ones whose last day is before this one; the oldest first. */
  listOverdue(of: {
    readonly organizationId: string
    readonly today: string
    readonly limit: number
  }): Promise<StoredAccessReview[]>
  /** By review and system. @param atMs only what inventories showed by this time. @default all */
  count(reviewIds: readonly string[], atMs?: number): Promise<ReadonlyMap<string, readonly SystemCounts[]>>
  /** All finished ones, the newest first. */
  listVerdicts(of: {
    readonly organizationId: string
    readonly finishedByMs: number
  }): Promise<readonly FinishedReview[]>
  /** Keeps what finished reviews say, unless more was seen of their accounts since they were listed. */
  saveVerdicts(of: {
    readonly organizationId: string
    readonly reviews: readonly {
      readonly id: string
      readonly follows: number
      readonly verdict: ReviewVerdict
    }[]
  }): Promise<void>
  /** In the order of their numbers. */
  accounts(
    reviewId: string,
    choice?: { readonly connectionId?: string | undefined; readonly followed?: true | undefined },
  ): Promise<StoredReviewedAccount[]>
  /** The piece with the record of a position, and those after it. */
  pieces(
    list: { readonly reviewId: string; readonly connectionId: string; readonly part: string | null },
    from: number,
    limit: number,
  ): Promise<readonly InventoryPiece[]>
  /**
   * Writes decisions, or takes them back, while the review is not finished. All, or none.
   * @returns false if the review is finished or gone
   */
  decide(
    ref: ReviewRef,
    decisions: readonly { readonly number: number; readonly decision: AccountDecision | null }[],
  ): Promise<boolean>
  /** Writes what later inventories said. What was seen done stays so. */
  noteOutcomes(
    reviewId: string,
    outcomes: readonly {
      readonly number: number
      readonly decision: AccountDecision
      readonly outcome: RemovalOutcome
    }[],
    nowMs: number,
  ): Promise<void>
  /** How often outcomes have changed since the review was finished; undefined: all that is signed. */
  findUnsignedOutcomes(ref: ReviewRef): Promise<number | undefined>
  /**
   * Keeps the signed outcomes in the place of those before.
   * @returns the key of the bytes that nobody needs any more: those of the file before, or of this one where a newer one is signed;
   * null: none
   */
  keepOutcomes(ref: ReviewRef & { readonly revision: number }, file: SignedOutcomes): Promise<string | null>
  /**
   * Ends it together with the row of its signed bundle.
   * @returns false if it is finished already, or a decision was made since the revision
   */
  finish(
    ref: ReviewRef & { readonly revision: number },
    end: Pick<StoredAccessReview, 'finishedAtMs' | 'finishedBy' | 'undecidedReason'> & { readonly bundle: RunBundle },
  ): Promise<boolean>
}
