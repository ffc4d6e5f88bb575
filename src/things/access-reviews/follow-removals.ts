import type {
  AccountDecision,
  RemovalOutcome,
  ReviewedAccount,
  ReviewList,
  StoredAccessReview,
} from '../../crosscheck/reviews/access-review.ts'
import { judgeRemoval } from '../../crosscheck/reviews/judge-removal.ts'
import type { InventoryHead } from '../../inventory/inventory-head.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { openHead, openRecords } from '../inventories/seal-inventory.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { openReviewedAccounts } from './sealed-accounts.ts'

type RemovalParts = Uses<'accessReviews' | 'inventories' | 'connections', 'vault' | 'clock'>
type SignParts = RemovalParts & Uses<'signingKeys' | 'objects' | 'files', 'options'>

const pageLength = 100

interface FollowedRemoval {
  readonly number: number
  readonly decision: AccountDecision
  readonly outcome: RemovalOutcome
}

/**
 * Looks at the newest inventories of a connection, for everything that reviews decided to remove or change there, and signs what changed
 * after the end of a review.
 */
export async function followRemovals(
  parts: SignParts,
  { organizationId, connectionId }: { readonly organizationId: string; readonly connectionId: string },
): Promise<void> {
  for await (const review of listFollowed(parts, { organizationId, connectionId })) {
    await followReview(parts, review, connectionId)
    if (review.finishedAtMs === null) continue
    const { signOutcomes } = await import('./sign-outcomes.ts')
    await signOutcomes(parts, review)
  }
}

/**
 * All reviews that wait for something of a connection, however many began since: each may be about a department of its own. The newest ones
 * too, because what was seen of them may not be signed yet.
 */
async function* listFollowed(
  { store: { accessReviews } }: RemovalParts,
  of: { readonly organizationId: string; readonly connectionId: string },
): AsyncGenerator<StoredAccessReview> {
  const newest = await accessReviews.list({ ...of, limit: pageLength })
  yield* newest
  for (let before = newest.at(-1); before !== undefined; ) {
    const page: readonly StoredAccessReview[] = await accessReviews.list({
      ...of,
      isFollowed: true,
      before,
      limit: pageLength,
    })
    yield* page
    before = page.length < pageLength ? undefined : page.at(-1)
  }
}

/** The same for one review. @param connectionId undefined: all of its connections */
export async function followReview(
  parts: RemovalParts,
  review: StoredAccessReview,
  connectionId?: string,
): Promise<void> {
  const { store } = parts
  const followed = await store.accessReviews.accounts(review.id, { connectionId, followed: true })
  if (followed.length === 0) return
  const accounts = await openReviewedAccounts(parts, review, followed)
  const outcomes: FollowedRemoval[] = []
  for (const system of review.systems) {
    const ofSystem = accounts.filter((account) => account.connectionId === system.connectionId)
    if (ofSystem.length === 0) continue
    const isThere = await isConnected(parts, review.organizationId, system.connectionId)
    if (!isThere) outcomes.push(...ofSystem.flatMap(toUnknown))
    else
      for (const list of system.lists) {
        const ofList = ofSystem.filter(({ part }) => part === (list.part ?? null))
        if (ofList.length > 0) outcomes.push(...(await judgeList(parts, review, system.connectionId, list, ofList)))
      }
  }
  if (outcomes.length > 0) await store.accessReviews.noteOutcomes(review.id, outcomes, parts.clock.nowMs())
}

async function isConnected({ store }: RemovalParts, organizationId: string, connectionId: string): Promise<boolean> {
  const connection = await store.connections.find(connectionId, organizationId)
  return connection !== undefined && connection.state !== 'disconnected'
}

/** Nothing can be read any more. */
function toUnknown({ number, decision, outcome }: ReviewedAccount): readonly FollowedRemoval[] {
  if (decision === null || outcome !== null) return []
  const because = 'The connection was disconnected, so no list shows it.'
  return [{ number, decision, outcome: { is: 'could_not_tell', because, atMs: null, digest: null } }]
}

async function judgeList(
  parts: RemovalParts,
  { organizationId }: StoredAccessReview,
  connectionId: string,
  list: ReviewList,
  accounts: readonly ReviewedAccount[],
): Promise<readonly FollowedRemoval[]> {
  const stored = (await parts.store.inventories.list({ organizationId, connectionId })).find(
    ({ of, part }) => of === 'account' && part === (list.part ?? null),
  )
  if (stored === undefined) return []
  // What was read before a decision says nothing about it, and what was looked at needs no second look.
  const due = accounts.filter(
    ({ decision, outcome }) =>
      decision !== null && stored.readAtMs >= decision.atMs && outcome?.atMs !== stored.readAtMs,
  )
  if (due.length === 0) return []
  const head = await openHead(parts.vault, stored)
  const wanted = new Set(due.map(({ record }) => record.id))
  const found = new Map<string, StoredRecord>()
  for await (const record of openRecords(parts, stored, 0)) if (wanted.has(record.id)) found.set(record.id, record)
  return due.flatMap((account) => judgeAccount(account, list, head, found.get(account.record.id)))
}

function judgeAccount(
  { number, decision, record: frozen }: ReviewedAccount,
  list: ReviewList,
  later: InventoryHead,
  now: StoredRecord | undefined,
): readonly FollowedRemoval[] {
  if (decision === null || decision.is === 'keep') return []
  return [{ number, decision, outcome: judgeRemoval(decision.is, { frozen, list }, { later, now }) }]
}
