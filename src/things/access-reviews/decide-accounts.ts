import {
  type AccountDecision,
  type ReviewDecision,
  type ReviewedAccount,
  reviewDecisions,
  type StoredAccessReview,
  type StoredReviewedAccount,
} from '../../crosscheck/reviews/access-review.ts'
import { CheckwrightError, StoreError } from '../../errors/index.ts'
import { reasonLengthMax } from '../../service/records/text-limits.ts'
import { isBlank } from '../../text/is-blank.ts'
import { isLengthWithin } from '../../text/is-length-within.ts'
import { isSubject } from '../judgements/is-subject.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import type { Judge } from '../people/judge.ts'
import { createInvalid } from './invalid-review.ts'
import { openReviewedAccounts } from './sealed-accounts.ts'

/** The same decision about one account or many. */
export interface DecisionInput {
  readonly id: string
  readonly organizationId: string
  /** Numbers of the accounts in the review. */
  readonly numbers: readonly number[]
  /** null: takes the decisions back. */
  readonly decision: {
    readonly is: ReviewDecision
    /** What has to change; only for a change. */
    readonly change?: string | undefined
    readonly reason: string
  } | null
  /** The person who decides. The host has proved who they are. */
  readonly judge: Judge
  /** An admin of the organization decides about every account but their own. */
  readonly isAdmin: boolean
}

/** @throws as `AccessReviewService.decide` */
export async function decideAccounts(
  parts: Uses<'accessReviews', 'vault' | 'clock'>,
  input: DecisionInput,
): Promise<void> {
  const { id, organizationId, judge, isAdmin } = input
  const { store, clock } = parts
  const decision = parseDecision(input, clock.nowMs())
  const review = requireFound(await store.accessReviews.find(id, organizationId), 'access review of that id')
  const numbers = [...new Set(input.numbers)]
  if (numbers.length === 0) throw createInvalid('No account is chosen.')
  const wanted = new Set(numbers)
  const chosen = (await store.accessReviews.accounts(id)).filter(({ number }) => wanted.has(number))
  if (chosen.length < numbers.length) throw createInvalid('The review has no account of such a number.')
  if (chosen.some((account) => !mayReview(review, account, { userId: judge.userId, isAdmin })))
    throw createRefused('You review other accounts. The reviewers of these decide about them, or an admin.')
  const opened = await openReviewedAccounts(parts, review, chosen)
  if (opened.some((account) => isOwnAccount(judge, account)))
    throw createRefused('One of the accounts is your own, so somebody else has to decide about it.')
  const isOpen = await store.accessReviews.decide(
    { id, organizationId },
    chosen.map(({ number }) => ({ number, decision })),
  )
  if (!isOpen)
    throw new StoreError('The review is finished, so nobody can decide any more.', { code: 'STORE_CONFLICT' })
}

/** Whether somebody decides about an account: its manager, a reviewer of its connection, an admin. */
export function mayReview(
  { systems }: Pick<StoredAccessReview, 'systems'>,
  { connectionId, assignedTo }: Pick<StoredReviewedAccount, 'connectionId' | 'assignedTo'>,
  { userId, isAdmin }: { readonly userId: string; readonly isAdmin: boolean },
): boolean {
  if (isAdmin || assignedTo === userId) return true
  const system = systems.find((each) => each.connectionId === connectionId)
  return system?.reviewerIds.includes(userId) ?? false
}

/** Nobody decides about their own account, as nobody judges a result about themselves. */
export function isOwnAccount(judge: Judge, { record, owner }: Pick<ReviewedAccount, 'record' | 'owner'>): boolean {
  const { id, name } = record
  const resource = { type: 'account', id, name: typeof name === 'string' ? name : undefined }
  // The directory may know that an account is theirs although it has another address.
  const known = owner?.is === 'person' ? { email: owner.email, name: owner.name } : {}
  return isSubject(judge, { resource, evidence: known }, record)
}

function parseDecision({ decision, judge }: DecisionInput, nowMs: number): AccountDecision | null {
  if (decision === null) return null
  const { is, change, reason } = decision
  if (!reviewDecisions.includes(is)) throw createInvalid('The decision must be "keep", "remove" or "change".')
  const texts = { reason: parseText('reason', reason), change: is === 'change' ? parseText('change', change) : null }
  if (is !== 'change' && change !== undefined)
    throw createInvalid('Only the decision "change" says what has to change.')
  return { is, ...texts, by: judge.email || judge.name || judge.userId, userId: judge.userId, atMs: nowMs }
}

const missing = {
  reason: 'The decision needs a reason.',
  change: 'Say what has to change, such as "no longer an administrator".',
} as const

function parseText(name: keyof typeof missing, text: unknown): string {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  if (isBlank(trimmed)) throw createInvalid(missing[name])
  if (!isLengthWithin(trimmed, 1, reasonLengthMax))
    throw createInvalid(`A text has at most ${reasonLengthMax} characters.`)
  return trimmed
}

function createRefused(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'REVIEW_REFUSED' })
}
