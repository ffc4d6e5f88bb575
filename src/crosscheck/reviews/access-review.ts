import type { CheckHead } from '../../define/index.ts'
import type { InventoryHead } from '../../inventory/inventory-head.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'

/** What a reviewer decides about one account. */
export type ReviewDecision = 'keep' | 'remove' | 'change'

export const reviewDecisions = ['keep', 'remove', 'change'] as const satisfies readonly ReviewDecision[]

/** Which accounts of the systems are reviewed. What is not known does not exclude an account. */
export interface ReviewFilter {
  /** @default all */
  readonly only?: 'administrators' | 'guests' | undefined
  /** Accounts whose owner is of this department, by the directory. @default all */
  readonly department?: string | undefined
}

/** An inventory of accounts as the review froze it: the newest one at its start, complete or not. */
export type ReviewList = Pick<
  InventoryHead,
  'part' | 'complete' | 'error' | 'readAt' | 'runId' | 'count' | 'digest' | 'covers' | 'leavesOut'
> & { readonly of: 'account' }

/** One connection of a review. */
export interface ReviewSystem {
  readonly connectionId: string
  readonly connector: { readonly id: string; readonly version: string }
  /** As people call it. */
  readonly name: string
  /** Empty where no run has read its accounts. */
  readonly lists: readonly ReviewList[]
  /** Why it cannot be complete although no list says so. */
  readonly because?: string | undefined
  /** How many accounts are reviewed. */
  readonly accounts: number
  /** Accounts that the filter leaves out, because nobody knows the department of their owner. */
  readonly unplaced?: number | undefined
  /** Ids of the people who decide, beside managers. */
  readonly reviewerIds: readonly string[]
}

/** A person who decides, as the review names them for ever. */
export interface Reviewer {
  readonly userId: string
  readonly name: string
  readonly email: string
}

/** A set of decisions over accounts, without the accounts. */
export interface StoredAccessReview {
  readonly id: string
  readonly organizationId: string
  readonly title: string
  readonly filter: ReviewFilter
  /** The manager of an account's owner decides, where the directory tells who that is. */
  readonly byManager: boolean
  readonly reviewers: readonly Reviewer[]
  readonly systems: readonly ReviewSystem[]
  /** Last day for the decisions, to its end in UTC: `2026-12-31`. */
  readonly dueDay: string
  /** Days after which it has to be done again: then it no longer supports a control. */
  readonly everyDays: number
  /** Days after the end of the review in which a removal has to be seen done. */
  readonly removalDays: number
  readonly controls: readonly string[]
  readonly startedBy: string
  /** When the accounts were frozen, epoch ms. */
  readonly startedAtMs: number
  /** Grows with every decision, so that nothing is signed that somebody changed meanwhile. */
  readonly revision: number
  /** null: it is not finished. */
  readonly finishedAtMs: number | null
  readonly finishedBy: string | null
  /** Why accounts were left undecided; null: none were. */
  readonly undecidedReason: string | null
}

/**
 * What a finished review says for controls, until more is seen of what has to be removed or changed. It is kept, so that whoever changes how it is
 * found out lets a migration forget it.
 */
export interface ReviewVerdict {
  /** As of this time and later, epoch ms. */
  readonly fromMs: number
  readonly systems: readonly SystemVerdict[]
}

export interface SystemVerdict {
  readonly connectionId: string
  readonly connector: string
  /** Without what follows from the counts. */
  readonly check: CheckHead
  /** null: it has no accounts. */
  readonly counts: Pick<ReviewCounts, 'keep' | 'done' | 'notDone' | 'open' | 'undecided'> | null
}

/** What a later inventory said of an account that should be removed or changed. */
export interface RemovalOutcome {
  readonly is: 'done' | 'not_done' | 'could_not_tell'
  readonly because: string
  /** When reading the inventory began, epoch ms; null where there was none. */
  readonly atMs: number | null
  /** SHA-256 of the inventory. */
  readonly digest: string | null
}

/** An outcome, and when it was first seen, epoch ms. */
export interface SeenOutcome extends RemovalOutcome {
  readonly sinceMs: number
}

/** What somebody decided about an account. */
export interface AccountDecision {
  readonly is: ReviewDecision
  /** What has to change; null unless it is a change. */
  readonly change: string | null
  readonly reason: string
  readonly by: string
  readonly userId: string
  readonly atMs: number
}

/** The place of an account in its review, and what was decided. Its record is sealed elsewhere. */
export interface StoredReviewedAccount {
  /** Position among the accounts of the review, from 0. */
  readonly number: number
  readonly connectionId: string
  /** null: the only list of accounts of its connection. */
  readonly part: string | null
  /** Position of its record in the list. */
  readonly position: number
  /** The manager who decides; null: a reviewer of the connection. */
  readonly assignedTo: string | null
  readonly decision: AccountDecision | null
  readonly outcome: RemovalOutcome | null
  /** Each outcome as it was first seen, the oldest first. */
  readonly seen: readonly SeenOutcome[]
}

/** Whose an account is, as it was known at the start of the review. */
export interface ReviewedOwner {
  readonly is: 'person' | 'service' | 'out-of-scope' | 'ambiguous' | 'nobody' | 'unknown'
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly department?: string | undefined
  /** Whether the directory says that the person has left; undefined: it does not tell. */
  readonly hasLeft?: boolean | undefined
  readonly because?: string | undefined
}

/** What the last finished review decided about the same account. */
export type LastDecision = Pick<AccountDecision, 'is' | 'reason' | 'by' | 'atMs'> & { readonly reviewId: string }

/** A frozen record, with what was known beside it. */
export interface FrozenAccount {
  readonly record: StoredRecord
  readonly owner?: ReviewedOwner | undefined
  readonly last?: LastDecision | undefined
}

/** An account of a review with its record and decision. */
export interface ReviewedAccount extends StoredReviewedAccount, FrozenAccount {}

/** How far a review, or one system of it, is. */
export interface ReviewCounts {
  readonly accounts: number
  readonly keep: number
  readonly remove: number
  readonly change: number
  readonly undecided: number
  /** Of removals and changes: seen done, seen not done, and those that could not be told or were not looked at yet. */
  readonly done: number
  readonly notDone: number
  readonly open: number
}
