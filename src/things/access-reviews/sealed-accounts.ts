import type {
  FrozenAccount,
  ReviewedAccount,
  ReviewList,
  StoredAccessReview,
  StoredReviewedAccount,
} from '../../crosscheck/reviews/access-review.ts'
import { openRecords } from '../inventories/seal-inventory.ts'
import type { Uses } from '../parts/runtime-parts.ts'

type FrozenPlace = Pick<StoredAccessReview, 'id' | 'organizationId'>

/** The accounts of a list as the review froze them, also those that its filter leaves out. */
export function openFrozenAccounts(
  { store, vault }: Uses<'accessReviews', 'vault'>,
  { id, organizationId }: FrozenPlace,
  { connectionId, part = null, count }: FrozenListPlace,
): AsyncGenerator<FrozenAccount, void, undefined> {
  const place = { id, organizationId, connectionId, of: 'account' as const, part, count }
  const pieces = (_id: string, from: number, limit: number) =>
    store.accessReviews.pieces({ reviewId: id, connectionId, part }, from, limit)
  return openRecords<FrozenAccount>({ store: { inventories: { pieces } }, vault }, place, 0)
}

export interface FrozenListPlace {
  readonly connectionId: string
  readonly part?: string | null | undefined
  readonly count: number
}

/** The accounts of a review, each with its record, in the order of their numbers. */
export async function openReviewedAccounts(
  parts: Uses<'accessReviews', 'vault'>,
  review: StoredAccessReview,
  stored: readonly StoredReviewedAccount[],
): Promise<readonly ReviewedAccount[]> {
  const wanted = Map.groupBy(stored, ({ connectionId, part }) => toListKey(connectionId, part))
  const opened: ReviewedAccount[] = []
  for (const { connectionId, lists } of review.systems)
    for (const list of lists) {
      const accounts = wanted.get(toListKey(connectionId, list.part ?? null))
      if (accounts === undefined) continue
      const byPosition = new Map(accounts.map((account) => [account.position, account]))
      let position = 0
      for await (const frozen of openFrozenAccounts(parts, review, toPlace(connectionId, list))) {
        const account = byPosition.get(position++)
        if (account) opened.push({ ...frozen, ...account })
      }
    }
  return opened.sort((a, b) => a.number - b.number)
}

export function toPlace(connectionId: string, { part, count }: Pick<ReviewList, 'part' | 'count'>): FrozenListPlace {
  return { connectionId, part: part ?? null, count }
}

export function toListKey(connectionId: string, part: string | null): string {
  return `${connectionId} ${part ?? ''}`
}
