import type { Reviewer, ReviewFilter, StoredAccessReview } from '../../crosscheck/reviews/access-review.ts'
import type { ReviewRef } from '../../crosscheck/reviews/access-review-store.ts'
import { titleLengthMax } from '../../service/records/text-limits.ts'
import { formatDay, isCalendarDay } from '../../text/calendar-day.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { isBlank } from '../../text/is-blank.ts'
import { isLengthWithin } from '../../text/is-length-within.ts'
import type { InputParts } from '../directory/load-inputs.ts'
import { refreshDirectory } from '../directory/refresh-directory.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import { loadAccountOwners } from './account-owners.ts'
import { type FrozenConnection, freezeAccounts } from './freeze-accounts.ts'
import { createInvalid } from './invalid-review.ts'

/** A review to start. */
export interface AccessReviewInput {
  readonly organizationId: string
  readonly title: string
  /** The systems. */
  readonly connectionIds: readonly string[]
  /** @default all accounts */
  readonly filter?: ReviewFilter | undefined
  /** The people who decide, as the host knows them. Each system needs one. */
  readonly reviewers: readonly ReviewerInput[]
  /** The manager of an account's owner decides, if they are one of the reviewers and the directory tells it. @default false */
  readonly byManager?: boolean | undefined
  /** Last day for the decisions: `2026-12-31`. */
  readonly dueDay: string
  /** Days after which it has to be done again. @default 92 */
  readonly everyDays?: number | undefined
  /** Days after its end in which a removal has to be seen done. @default 14 */
  readonly removalDays?: number | undefined
  /** Who starts it, as people know them. */
  readonly by: string
}

export interface ReviewerInput extends Reviewer {
  /** @default all of the review; with `byManager`, none is a manager only */
  readonly connectionIds?: readonly string[] | undefined
}

export type AccessReviewParts = Uses<
  'accessReviews' | 'connections' | 'inventories' | 'signingKeys' | 'objects' | 'files',
  'vault' | 'clock' | 'options' | 'connectors'
> &
  InputParts

/** What a review of who has access to what is evidence for. */
const reviewControls: readonly string[] = ['soc2:CC6.2', 'soc2:CC6.3', 'iso27001:A.5.18']

const connectionsMax = 100
const reviewersMax = 100
const departmentLengthMax = 200
const openReviewsMax = 50
const everyDaysDefault = 92
const removalDaysDefault = 14
const dayMs = 86_400_000

/** @throws as `AccessReviewService.start` */
export async function startReview(parts: AccessReviewParts, input: AccessReviewInput): Promise<ReviewRef> {
  const { store, clock } = parts
  const { organizationId, by } = input
  const nowMs = clock.nowMs()
  const parsed = parseInput(input, nowMs)
  if (!(await store.inventories.isKeeping(organizationId)))
    throw createInvalid('The organization keeps no inventories, so there are no accounts to review.')
  const open = await store.accessReviews.list({ organizationId, isFinished: false, limit: openReviewsMax })
  if (open.length === openReviewsMax)
    throw createInvalid(`The organization has ${openReviewsMax} reviews that are not finished. Finish one first.`)
  const connections = await findConnections(parts, input)
  const review: StoredAccessReview = {
    id: createTimeId(),
    organizationId,
    ...parsed,
    reviewers: [
      ...new Map(
        input.reviewers.map(({ userId, name, email }): [string, Reviewer] => [userId, { userId, name, email }]),
      ).values(),
    ],
    systems: [],
    controls: reviewControls,
    startedBy: by,
    startedAtMs: nowMs,
    revision: 0,
    finishedAtMs: null,
    finishedBy: null,
    undecidedReason: null,
  }
  // Whose accounts the newest readings tell for sure, and who is gone by them.
  await refreshDirectory(parts, organizationId, { nowMs })
  const owners = await loadAccountOwners(parts, organizationId, { connectionIds: input.connectionIds, nowMs })
  await freezeAccounts(parts, review, connections, owners)
  return review
}

function parseInput(input: AccessReviewInput, nowMs: number) {
  const { filter = {}, byManager = false, dueDay, reviewers, connectionIds } = input
  const { everyDays = everyDaysDefault, removalDays = removalDaysDefault } = input
  const title = typeof input.title === 'string' ? input.title.trim() : ''
  if (isBlank(title) || !isLengthWithin(title, 1, titleLengthMax))
    throw createInvalid(`The review needs a title of at most ${titleLengthMax} characters.`)
  const department = filter.department?.trim()
  if (department === '' || (department?.length ?? 0) > departmentLengthMax)
    throw createInvalid(`A department has 1 to ${departmentLengthMax} characters.`)
  if (filter.only !== undefined && filter.only !== 'administrators' && filter.only !== 'guests')
    throw createInvalid('The filter must be "administrators" or "guests".')
  if (connectionIds.length === 0 || connectionIds.length > connectionsMax)
    throw createInvalid(`A review has 1 to ${connectionsMax} connections.`)
  if (reviewers.length === 0 || reviewers.length > reviewersMax)
    throw createInvalid(`A review has 1 to ${reviewersMax} reviewers.`)
  if (!isCalendarDay(dueDay)) throw createInvalid('The last day must be a day, such as 2026-12-31.')
  if (dueDay < formatDay(nowMs)) throw createInvalid(`The last day ${dueDay} is over.`)
  if (dueDay > formatDay(nowMs + 366 * dayMs)) throw createInvalid('The last day is more than a year ahead.')
  demandDays('everyDays', everyDays, 1, 366)
  demandDays('removalDays', removalDays, 0, 90)
  const narrowing = { only: filter.only, department }
  return { title, filter: narrowing, byManager, dueDay, everyDays, removalDays }
}

function demandDays(name: string, days: number, least: number, most: number): void {
  if (!Number.isInteger(days) || days < least || days > most)
    throw createInvalid(`${name} must be a whole number from ${least} to ${most}.`)
}

/** @throws StoreError `NOT_FOUND`; CheckwrightError `REVIEW_INVALID` */
async function findConnections(
  { store, connectors }: AccessReviewParts,
  { organizationId, connectionIds, reviewers }: AccessReviewInput,
): Promise<readonly FrozenConnection[]> {
  const stranger = reviewers.flatMap(({ connectionIds: named = [] }) => named).find((id) => !connectionIds.includes(id))
  if (stranger !== undefined) throw createInvalid('A reviewer is named for a connection that the review does not have.')
  const found: FrozenConnection[] = []
  for (const id of new Set(connectionIds)) {
    const connection = requireFound(await store.connections.find(id, organizationId), 'connection of that id')
    if (connection.state === 'disconnected') throw createInvalid('A disconnected connection has no accounts to review.')
    const connector = connectors.get(connection.connectorId)
    const reviewerIds = [
      ...new Set(reviewers.filter((reviewer) => isReviewerOf(reviewer, id)).map(({ userId }) => userId)),
    ]
    const name = connection.name ?? connector?.definition.name ?? connection.connectorId
    if (reviewerIds.length === 0) throw createInvalid(`Nobody reviews ${name}. Each connection needs a reviewer.`)
    found.push({ connection, name, reviewerIds, connectorVersion: connector?.definition.version ?? '' })
  }
  return found
}

function isReviewerOf({ connectionIds }: ReviewerInput, connectionId: string): boolean {
  return connectionIds === undefined || connectionIds.includes(connectionId)
}
