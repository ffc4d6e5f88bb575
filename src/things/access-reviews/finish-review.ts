import type { ReviewList, StoredAccessReview } from '../../crosscheck/reviews/access-review.ts'
import { buildReviewRun } from '../../crosscheck/reviews/review-run.ts'
import { mayBeStored, StoreError } from '../../errors/index.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { reasonLengthMax } from '../../service/records/text-limits.ts'
import { isBlank } from '../../text/is-blank.ts'
import { isLengthWithin } from '../../text/is-length-within.ts'
import { chooseObjectStore, requireFound, type Uses } from '../parts/runtime-parts.ts'
import { followReview } from './follow-removals.ts'
import { createInvalid } from './invalid-review.ts'
import { openFrozenAccounts, openReviewedAccounts, toPlace } from './sealed-accounts.ts'

/** The end of a review. */
export interface ReviewFinish {
  readonly id: string
  readonly organizationId: string
  /** Who finishes it, as people know them. */
  readonly by: string
  /** Why accounts are left undecided. Needed if there are some. */
  readonly undecidedReason?: string | undefined
}

type FinishParts = Uses<
  'accessReviews' | 'connections' | 'inventories' | 'signingKeys' | 'objects' | 'files',
  'vault' | 'clock' | 'options'
>

/** @throws as `AccessReviewService.finish` */
export async function finishReview(parts: FinishParts, input: ReviewFinish): Promise<void> {
  const { store, clock } = parts
  const { id, organizationId, by } = input
  const find = async () => requireFound(await store.accessReviews.find(id, organizationId), 'access review of that id')
  const before = await find()
  if (before.finishedAtMs !== null) throw createFinished()
  // What was removed meanwhile is signed as done.
  await followReview(parts, before)
  // With its revision, read before the decisions: one that comes later is not signed unseen.
  const review = await find()
  const accounts = await openReviewedAccounts(parts, review, await store.accessReviews.accounts(id))
  const undecided = accounts.filter(({ decision }) => decision === null).length
  const undecidedReason = undecided === 0 ? null : parseReason(input.undecidedReason, undecided)
  const finishedAtMs = clock.nowMs()
  const run = buildReviewRun(review, accounts, { finishedBy: by, undecidedReason, atMs: finishedAtMs }, (at, list) =>
    readFrozenRecords(parts, review, at, list),
  )
  const { signReview } = await import('./sign-review.ts')
  const bundle = await signReview(parts, run)
  const takeBack = () =>
    chooseObjectStore(parts)
      .delete({ organizationId, key: bundle.objectKey })
      .catch(() => undefined)
  try {
    const end = { finishedAtMs, finishedBy: by, undecidedReason, bundle }
    if (await store.accessReviews.finish({ id, organizationId, revision: review.revision }, end)) return
  } catch (error) {
    if (!mayBeStored(error)) await takeBack()
    throw error
  }
  await takeBack()
  if ((await find()).finishedAtMs !== null) throw createFinished()
  throw new StoreError('Somebody decided while the review was being signed. Look at it, and finish it again.', {
    code: 'STORE_CONFLICT',
    retryable: true,
  })
}

async function* readFrozenRecords(
  parts: FinishParts,
  review: StoredAccessReview,
  connectionId: string,
  list: ReviewList,
): AsyncGenerator<StoredRecord, void, undefined> {
  for await (const { record } of openFrozenAccounts(parts, review, toPlace(connectionId, list))) yield record
}

function parseReason(reason: string | undefined, undecided: number): string {
  const trimmed = reason?.trim() ?? ''
  if (isBlank(trimmed))
    throw createInvalid(
      `Nobody has decided about ${undecided} of the accounts. Decide about them, or give the reason why they are left.`,
    )
  if (!isLengthWithin(trimmed, 1, reasonLengthMax))
    throw createInvalid(`The reason has at most ${reasonLengthMax} characters.`)
  return trimmed
}

function createFinished(): StoreError {
  return new StoreError('The review is finished already.', { code: 'STORE_CONFLICT' })
}
