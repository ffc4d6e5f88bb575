import type { CheckEvidence } from '../../checks/controls/check-evidence.ts'
import type { ReviewCounts, ReviewedAccount, StoredAccessReview } from '../../crosscheck/reviews/access-review.ts'
import type { AccessReviewFilter, ReviewRef, SystemCounts } from '../../crosscheck/reviews/access-review-store.ts'
import { addReviewCounts, deriveReviewState, type ReviewState } from '../../crosscheck/reviews/review-state.ts'
import { StoreError } from '../../errors/index.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import { type DecisionInput, decideAccounts } from './decide-accounts.ts'
import { finishReview, type ReviewFinish } from './finish-review.ts'
import { listOverdueReviews, type OverdueReview } from './overdue-reviews.ts'
import { listReviewEvidence } from './review-evidence.ts'
import { openReviewedAccounts } from './sealed-accounts.ts'
import { type AccessReviewInput, type AccessReviewParts, startReview } from './start-review.ts'

/** An access review, and how far it is. */
export interface AccessReview extends StoredAccessReview {
  readonly state: ReviewState
  readonly counts: ReviewCounts
  /** The same of its systems, in their order; those without accounts are left out. */
  readonly systemCounts: readonly SystemCounts[]
}

/** A review with its accounts. */
export interface OpenAccessReview {
  readonly review: AccessReview
  /** In the order of the systems, and of their records. */
  readonly accounts: readonly ReviewedAccount[]
}

/** Which reviews. */
export type AccessReviewQuery = Pick<
  AccessReviewFilter,
  'organizationId' | 'connectionId' | 'isFinished' | 'finishedByMs' | 'limit' | 'before'
>

/** Reviews of who has access to what: decisions about accounts as they were, signed when they are finished. */
export interface AccessReviewService {
  /**
   * Freezes the accounts of the newest inventories.
   * @throws CheckwrightError `REVIEW_INVALID`; StoreError `NOT_FOUND` for a connection that the organization does not have,
   * `STORE_CONFLICT` if another run replaced a list meanwhile
   */
  start(input: AccessReviewInput): Promise<AccessReview>
  get(ref: ReviewRef): Promise<AccessReview | undefined>
  /** The newest first. */
  list(query: AccessReviewQuery): Promise<readonly AccessReview[]>
  /** The review with its accounts. The audit log gets an entry, because they say who has access to what. */
  open(ref: ReviewRef): Promise<OpenAccessReview | undefined>
  /**
   * Decides about accounts, or takes decisions back: all that are named, or none.
   * @throws CheckwrightError `REVIEW_INVALID`, `REVIEW_REFUSED`; StoreError `NOT_FOUND`, `STORE_CONFLICT` for a finished review
   */
  decide(input: DecisionInput): Promise<AccessReview>
  /**
   * Signs the decisions as evidence. Nothing changes in the review afterwards.
   * @throws CheckwrightError `REVIEW_INVALID` where accounts are not decided and no reason says why; StoreError `NOT_FOUND`,
   * `STORE_CONFLICT` if it is finished, or somebody decided meanwhile
   */
  finish(input: ReviewFinish): Promise<AccessReview>
  /** Ends a review without a result. @returns false if there is none that is not finished */
  discard(ref: ReviewRef): Promise<boolean>
  /** What finished reviews are as evidence for controls: of each connection the newest one of its kind. */
  listEvidence(of: {
    readonly organizationId: string
    /** As they were at this time, epoch ms. */
    readonly atMs: number
  }): Promise<readonly CheckEvidence[]>
  /** Those whose last day is over, the oldest day first. */
  listOverdue(of: { readonly organizationId: string }): Promise<readonly OverdueReview[]>
}

export function createAccessReviewService(parts: AccessReviewParts): Declared<AccessReviewService> {
  const { store, clock } = parts
  const load = async ({ id, organizationId }: ReviewRef): Promise<AccessReview> => {
    const stored = requireFound(await store.accessReviews.find(id, organizationId), 'access review of that id')
    const [review] = await stateReviews(parts, [stored])
    return requireFound(review, 'access review of that id')
  }
  return {
    start: {
      change: async (input) => load(await startReview(parts, input)),
      audit: { action: 'access_review.start', fields: ({ by: _, ...input }) => input },
    },
    get: {
      read: async ({ id, organizationId }) => {
        const stored = await store.accessReviews.find(id, organizationId)
        const [review] = await stateReviews(parts, stored ? [stored] : [])
        return review
      },
    },
    list: { read: async (query) => stateReviews(parts, await store.accessReviews.list(query)) },
    open: {
      read: async (ref) => {
        const stored = await store.accessReviews.find(ref.id, ref.organizationId)
        if (stored === undefined) return undefined
        const accounts = await openReviewedAccounts(parts, stored, await store.accessReviews.accounts(ref.id))
        return { review: await load(ref), accounts }
      },
      audit: { action: 'access_review.read' },
    },
    decide: {
      change: async (input) => {
        await decideAccounts(parts, input)
        return load(input)
      },
      audit: { action: 'access_review.decide', fields: ({ numbers, decision }) => ({ numbers, ...decision }) },
    },
    finish: {
      change: async (input) => {
        await finishReview(parts, input)
        return load(input)
      },
      audit: { action: 'access_review.finish', fields: ({ undecidedReason }) => ({ undecidedReason }) },
    },
    discard: {
      change: async (ref) => {
        const review = await store.accessReviews.find(ref.id, ref.organizationId)
        if (review?.finishedAtMs != null)
          throw new StoreError('The review is finished, so that nobody can remove it.', { code: 'STORE_CONFLICT' })
        return store.accessReviews.drop(ref)
      },
      audit: { action: 'access_review.discard' },
    },
    listEvidence: { read: (of) => listReviewEvidence(parts, of) },
    listOverdue: { read: ({ organizationId }) => listOverdueReviews(parts, { organizationId, nowMs: clock.nowMs() }) },
  }
}

async function stateReviews(
  { store, clock }: Uses<'accessReviews', 'clock'>,
  reviews: readonly StoredAccessReview[],
): Promise<readonly AccessReview[]> {
  const counts = await store.accessReviews.count(reviews.map(({ id }) => id))
  return reviews.map((review) => {
    const counted = counts.get(review.id) ?? []
    const systemCounts = review.systems.flatMap(
      (system) => counted.find(({ connectionId }) => connectionId === system.connectionId) ?? [],
    )
    return {
      ...review,
      state: deriveReviewState(review, clock.nowMs()),
      counts: addReviewCounts(systemCounts),
      systemCounts,
    }
  })
}
