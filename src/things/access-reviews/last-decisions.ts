import type { LastDecision } from '../../crosscheck/reviews/access-review.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { openReviewedAccounts, toListKey } from './sealed-accounts.ts'

/** What the last finished review of each connection decided, by list and id of the account. */
export type LastDecisions = ReadonlyMap<string, ReadonlyMap<string, LastDecision>>

/** Loads the decisions of the newest finished reviews of some connections. */
export async function loadLastDecisions(
  parts: Uses<'accessReviews', 'vault'>,
  organizationId: string,
  connectionIds: readonly string[],
): Promise<LastDecisions> {
  const { accessReviews } = parts.store
  const byList = new Map<string, Map<string, LastDecision>>()
  for (const connectionId of connectionIds) {
    const [review] = await accessReviews.list({ organizationId, connectionId, isFinished: true, limit: 1 })
    if (review === undefined) continue
    const stored = await accessReviews.accounts(review.id, { connectionId })
    const decided = stored.filter(({ decision }) => decision !== null)
    for (const { decision, part, record } of await openReviewedAccounts(parts, review, decided)) {
      if (decision === null) continue
      const key = toListKey(connectionId, part)
      const ofList = byList.get(key) ?? new Map<string, LastDecision>()
      const { is, reason, by, atMs } = decision
      byList.set(key, ofList.set(record.id, { is, reason, by, atMs, reviewId: review.id }))
    }
  }
  return byList
}
