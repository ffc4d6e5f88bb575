import type { Kysely } from 'kysely'
import { formatDay } from '../../../checks/findings/due.ts'
import { addReviewCounts } from '../../../crosscheck/reviews/review-state.ts'
import type { Schema } from '../../sql/tables.ts'
import { createAccessReviewStore } from '../people/access-reviews.ts'
import { findListeners } from './tell.ts'

/** Tells each access review once whose last day is over, marked in the same transaction. */
export async function tellReviews(
  tx: Kysely<Schema>,
  of: { readonly organizationId: string; readonly fromMs: number; readonly nowMs: number },
): Promise<void> {
  const { organizationId, fromMs, nowMs: atMs } = of
  const reviews = await tx
    .updateTable('accessReviews')
    .set({ told: 'overdue' })
    .where('organizationId', '=', organizationId)
    .where('hidden', '=', 0)
    .where('finishedAtMs', 'is', null)
    .where('told', 'is', null)
    // Days compare as text, and each lasts to its end in UTC.
    .where('dueDay', '>=', formatDay(fromMs))
    .where('dueDay', '<', formatDay(atMs))
    .returning(['id', 'title', 'dueDay'])
    .execute()
  if (reviews.length === 0) return
  const counts = await createAccessReviewStore(tx).count(reviews.map(({ id }) => id))
  const listeners = await findListeners(tx, organizationId)
  await listeners?.tell(
    reviews
      .toSorted((one, other) => (`${one.dueDay} ${one.id}` < `${other.dueDay} ${other.id}` ? -1 : 1))
      .map(({ id: entityId, title, dueDay }) => {
        const { accounts, undecided } = addReviewCounts(counts.get(entityId) ?? [])
        return {
          ...{ type: 'task.overdue' as const, organizationId, connectionId: null, atMs },
          data: { entityType: 'access_review', entityId, dueDay, accounts, undecided },
          details: listeners.wantDetails ? { title } : undefined,
        }
      }),
  )
}
