import { type Kysely, sql, type UpdateQueryBuilder } from 'kysely'
import { addReviewCounts } from '../../../crosscheck/reviews/review-state.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { findListeners, type ListenedTime } from '../../notices/store/tell.ts'
import { countDecisions } from './access-reviews.ts'

const dayMs = 86_400_000
/** So many days before its last one somebody is reminded. */
const dueSoonDays = 3

/** Tells of each access review once that its last day comes, that it is over, and that removals are not seen done after their days. */
export function tellReviewTimes(db: Kysely<Schema>, span: ListenedTime): Promise<void> {
  return runInTransaction(db, (tx) => tellReviews(tx, span))
}

async function tellReviews(tx: Kysely<Schema>, span: ListenedTime): Promise<void> {
  const { organizationId, fromMs, nowMs } = span
  const today = formatDay(nowMs)
  await tellMarked(tx, span, {
    type: 'task.due_soon',
    entityType: 'access_review',
    // Days compare as text, and each lasts to its end in UTC.
    reviews: await mark(tx, organizationId, 'due_soon', (query) =>
      query
        .where('finishedAtMs', 'is', null)
        .where('lastNotice', 'is', null)
        .where('dueDay', '>=', today)
        .where('dueDay', '<=', formatDay(nowMs + dueSoonDays * dayMs)),
    ),
  })
  await tellMarked(tx, span, {
    type: 'task.overdue',
    entityType: 'access_review',
    reviews: await mark(tx, organizationId, 'overdue', (query) =>
      query
        .where('finishedAtMs', 'is', null)
        .where(({ or, eb }) => or([eb('lastNotice', 'is', null), eb('lastNotice', '=', 'due_soon')]))
        .where('dueDay', '>=', formatDay(fromMs))
        .where('dueDay', '<', today),
    ),
  })
  const removalsEndMs = sql<number>`finished_at_ms + cast(removal_days as bigint) * 86400000`
  await tellMarked(tx, span, {
    type: 'task.overdue',
    entityType: 'access_review_removals',
    reviews: await mark(tx, organizationId, 'removals', (query) =>
      query
        .where('finishedAtMs', 'is not', null)
        .where(({ or, eb }) => or([eb('lastNotice', 'is', null), eb('lastNotice', '<>', 'removals')]))
        .where(removalsEndMs, '>', fromMs)
        .where(removalsEndMs, '<', nowMs)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('accessReviewAccounts')
              .select('number')
              .whereRef('accessReviewAccounts.reviewId', '=', 'accessReviews.id')
              .where('accessReviewAccounts.decision', 'in', ['remove', 'change'])
              .where(({ or, eb }) => or([eb('outcome', 'is', null), eb('outcome', '<>', 'done')])),
          ),
        ),
    ),
  })
}

type MarkQuery = UpdateQueryBuilder<Schema, 'accessReviews', 'accessReviews', object>

interface MarkedReview {
  readonly id: string
  readonly title: string
  readonly dueDay: string
  readonly finishedAtMs: number | null
  readonly removalDays: number
}

function mark(
  tx: Kysely<Schema>,
  organizationId: string,
  stage: Schema['accessReviews']['lastNotice'],
  choose: (query: MarkQuery) => MarkQuery,
): Promise<readonly MarkedReview[]> {
  const query = ofOrganization(tx, organizationId)
    .updateTable('accessReviews')
    .set({ lastNotice: stage })
    .where('hidden', '=', 0)
  return choose(query).returning(['id', 'title', 'dueDay', 'finishedAtMs', 'removalDays']).execute()
}

interface Telling {
  readonly type: 'task.due_soon' | 'task.overdue'
  readonly entityType: 'access_review' | 'access_review_removals'
  readonly reviews: readonly MarkedReview[]
}

async function tellMarked(
  tx: Kysely<Schema>,
  { organizationId, nowMs: atMs }: ListenedTime,
  { type, entityType, reviews }: Telling,
): Promise<void> {
  if (reviews.length === 0) return
  const counts = await countDecisions(
    tx,
    reviews.map(({ id }) => id),
  )
  const listeners = await findListeners(tx, organizationId)
  await listeners?.tell(
    reviews
      .toSorted((one, other) => (`${one.dueDay} ${one.id}` < `${other.dueDay} ${other.id}` ? -1 : 1))
      .map(({ id: entityId, title, ...review }) => {
        const { accounts, undecided, notDone, open } = addReviewCounts(counts.get(entityId) ?? [])
        const removalsDay = formatDay((review.finishedAtMs ?? 0) + review.removalDays * dayMs)
        return {
          type,
          organizationId,
          connectionId: null,
          atMs,
          data:
            entityType === 'access_review'
              ? { entityType, entityId, dueDay: review.dueDay, accounts, undecided }
              : { entityType, entityId, dueDay: removalsDay, notDone, open },
          details: listeners.wantDetails ? { title } : undefined,
        }
      }),
  )
}
