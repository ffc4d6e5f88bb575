import type { ConnectionRecord } from '../../auth/connection-store.ts'
import type {
  FrozenAccount,
  Reviewer,
  ReviewList,
  ReviewSystem,
  StoredAccessReview,
  StoredReviewedAccount,
} from '../../crosscheck/reviews/access-review.ts'
import type { FrozenList } from '../../crosscheck/reviews/access-review-store.ts'
import { judgeReviewFilter } from '../../crosscheck/reviews/review-filter.ts'
import { explainIncompleteness } from '../../crosscheck/reviews/review-state.ts'
import { mayBeStored } from '../../errors/index.ts'
import { type EmailAddress, parseEmailAddress } from '../../inventory/email-address.ts'
import type { InventoryHead } from '../../inventory/inventory-head.ts'
import type { StoredInventory } from '../../inventory/inventory-store.ts'
import { openHead, openRecords, sealRecords } from '../inventories/seal-inventory.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import type { AccountOwners } from './account-owners.ts'
import { createInvalid } from './invalid-review.ts'
import { type LastDecisions, loadLastDecisions } from './last-decisions.ts'
import { toListKey } from './sealed-accounts.ts'

export type FreezeParts = Uses<'accessReviews' | 'inventories', 'vault' | 'clock'>

/** More than a person decides about: a filter or fewer connections make it smaller. */
const reviewedAccountsMax = 10_000
/** Older readings are told as not complete, as in cross-checks. */
const readingAgeMsMax = 168 * 3_600_000

/** A connection of the review, with those who decide about its accounts. */
export interface FrozenConnection {
  readonly connection: Pick<ConnectionRecord, 'id' | 'connectorId'>
  readonly name: string
  readonly connectorVersion: string
  readonly reviewerIds: readonly string[]
}

interface ReadableList {
  readonly stored: StoredInventory
  readonly head: InventoryHead
}

/**
 * Freezes the accounts of the newest inventories: writes their records, sealed, and shows the review with those that its filter
 * chooses.
 * @throws CheckwrightError `REVIEW_INVALID` without any list, without any account, and for too many; StoreError `STORE_CONFLICT` if
 * another run replaced a list meanwhile
 */
export async function freezeAccounts(
  parts: FreezeParts,
  review: StoredAccessReview,
  connections: readonly FrozenConnection[],
  owners: AccountOwners | undefined,
): Promise<void> {
  const { organizationId } = review
  const { store, clock } = parts
  const ids = connections.map(({ connection }) => connection.id)
  const last = await loadLastDecisions(parts, organizationId, ids)
  const frozen: SystemFreezer[] = []
  for (const each of connections)
    frozen.push(
      new SystemFreezer(parts, review, { ...each, lists: await openLists(parts, organizationId, each) }, last, owners),
    )
  if (frozen.every(({ isUnread }) => isUnread))
    throw createInvalid('No run has read the accounts of these connections. Run them first.')
  try {
    const accounts = new AccountCounter()
    await store.accessReviews.stage(review, listFrozen(frozen, accounts))
    const systems = frozen.map((each) => each.toSystem(clock.nowMs()))
    if (accounts.all.length === 0)
      throw createInvalid(
        ['The newest inventories have no such account to review.', ...explainIncompleteness({ systems })].join(' '),
      )
    await store.accessReviews.show(review, { systems, accounts: accounts.all })
  } catch (error) {
    if (!mayBeStored(error)) await store.accessReviews.drop(review).catch(() => undefined)
    throw error
  }
}

class AccountCounter {
  readonly all: StoredReviewedAccount[] = []

  add(account: Omit<StoredReviewedAccount, 'number' | 'decision' | 'outcome' | 'seen'>): void {
    if (this.all.length === reviewedAccountsMax)
      throw createInvalid(
        `The review would have more than ${reviewedAccountsMax} accounts. Choose fewer connections, or a filter.`,
      )
    this.all.push({ ...account, number: this.all.length, decision: null, outcome: null, seen: [] })
  }
}

async function openLists(
  { store, vault }: FreezeParts,
  organizationId: string,
  { connection }: FrozenConnection,
): Promise<readonly ReadableList[]> {
  const all = await store.inventories.list({ organizationId, connectionId: connection.id })
  return Promise.all(
    all.filter(({ of }) => of === 'account').map(async (stored) => ({ stored, head: await openHead(vault, stored) })),
  )
}

function* listFrozen(frozen: readonly SystemFreezer[], accounts: AccountCounter): Generator<FrozenList> {
  for (const system of frozen) yield* system.listFrozen(accounts)
}

/** Freezes the lists of one connection, and counts. */
class SystemFreezer {
  readonly #parts: FreezeParts
  readonly #review: StoredAccessReview
  readonly #of: FrozenConnection & { readonly lists: readonly ReadableList[] }
  readonly #last: LastDecisions
  readonly #owners: AccountOwners | undefined
  /** By canonical address. */
  readonly #managers: ReadonlyMap<EmailAddress, Reviewer>
  #accounts = 0
  #unplaced = 0

  constructor(
    parts: FreezeParts,
    review: StoredAccessReview,
    of: FrozenConnection & { readonly lists: readonly ReadableList[] },
    last: LastDecisions,
    owners: AccountOwners | undefined,
  ) {
    this.#parts = parts
    this.#review = review
    this.#of = of
    this.#last = last
    this.#owners = owners
    const reviewers = review.byManager ? review.reviewers : []
    this.#managers = new Map(
      reviewers.flatMap((reviewer) => {
        const address = parseEmailAddress(reviewer.email)
        return address === undefined ? [] : [[address, reviewer]]
      }),
    )
  }

  get isUnread(): boolean {
    return this.#of.lists.length === 0
  }

  *listFrozen(accounts: AccountCounter): Generator<FrozenList> {
    const { id, organizationId } = this.#review
    const connectionId = this.#of.connection.id
    for (const { stored } of this.#of.lists) {
      const place = { id, organizationId, connectionId, of: stored.of, part: stored.part }
      yield {
        connectionId,
        part: stored.part,
        pieces: sealRecords(this.#parts.vault, place, this.#freeze(stored, accounts)),
      }
    }
  }

  async *#freeze(stored: StoredInventory, accounts: AccountCounter): AsyncGenerator<FrozenAccount> {
    const { connectionId, part } = stored
    const last = this.#last.get(toListKey(connectionId, part))
    let position = 0
    for await (const record of openRecords(this.#parts, stored, 0)) {
      const known = this.#owners?.find(connectionId, record.id)
      const account: FrozenAccount = { record, owner: known?.owner, last: last?.get(record.id) }
      const judged = judgeReviewFilter(account, this.#review.filter)
      if (judged === 'unplaced') this.#unplaced++
      if (judged === 'reviewed') {
        const address = parseEmailAddress(known?.managerEmail)
        const manager = address && this.#managers.get(address)
        accounts.add({ connectionId, part, position, assignedTo: manager?.userId ?? null })
        this.#accounts++
      }
      position++
      yield account
    }
  }

  toSystem(nowMs: number): ReviewSystem {
    const { connection, name, connectorVersion, reviewerIds, lists } = this.#of
    const oldest = Math.min(...lists.map(({ stored }) => stored.readAtMs))
    const days = Math.floor((nowMs - oldest) / 86_400_000)
    return {
      connectionId: connection.id,
      connector: { id: connection.connectorId, version: lists[0]?.head.connector.version ?? connectorVersion },
      name,
      lists: lists.map(({ head }) => toReviewList(head)),
      because:
        nowMs - oldest > readingAgeMsMax ? `Its accounts were read ${days} days before the review began.` : undefined,
      accounts: this.#accounts,
      unplaced: this.#unplaced > 0 ? this.#unplaced : undefined,
      reviewerIds,
    }
  }
}

function toReviewList({
  part,
  complete,
  error,
  readAt,
  runId,
  count,
  digest,
  covers,
  leavesOut,
}: InventoryHead): ReviewList {
  return {
    of: 'account',
    part,
    complete,
    readAt,
    runId,
    count,
    digest,
    covers,
    leavesOut,
    error,
  }
}
