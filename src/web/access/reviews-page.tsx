import { describeReviewFilter } from '../../crosscheck/reviews/review-filter.ts'
import { chooseVisibleReviews, isVisible } from '../../host/services/access-reviews.ts'
import type { AccessReview } from '../../runtime/access-reviews/access-reviews.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { Link } from '../frame/links.tsx'
import { definePage } from '../page-route.ts'
import { formatCount, Moment } from '../shared/moment.tsx'
import { OlderLink, readListPlace } from '../shared/older-link.tsx'

const shown = 50

/** Access reviews, the newest first. A viewer sees those that are finished. */
export const reviewsPage = definePage({
  path: '/access',
  access: 'reviews:read',
  show: async ({ runtime, person, query }) => {
    const { organizationId, role } = person
    const place = readListPlace(query)
    const before = place && { startedAtMs: place.atMs, id: place.id }
    const rows = await runtime.accessReviews.list({
      ...{ organizationId, before, limit: shown + 1 },
      ...chooseVisibleReviews(runtime, person),
    })
    const last = rows.length > shown ? rows[shown - 1] : undefined
    const reviews = rows.slice(0, shown).filter((review) => isVisible(review, person, runtime))
    return {
      kind: 'page',
      title: 'Access reviews',
      content: (
        <>
          <header class="head">
            <div>
              <h1>Access reviews</h1>
              <p class="lead">
                People decide who keeps access. A finished review is signed as evidence, and removals are followed until
                a list shows them.
              </p>
            </div>
            {mayDo(role, 'reviews:write') && (
              <Link to="/access/start" looks="primary">
                Start a review
              </Link>
            )}
          </header>
          {reviews.length === 0 ? (
            <p class="sheet">There is no access review yet.</p>
          ) : (
            <ul class="sheet list">
              {reviews.map((review) => (
                <ReviewRow review={review} />
              ))}
            </ul>
          )}
          <OlderLink at="/access" query={query} last={last && { atMs: last.startedAtMs, id: last.id }} />
        </>
      ),
    }
  },
})

const stateWords = { open: 'Open', overdue: 'Overdue', finished: 'Finished' } as const
const stateTones = { open: 'manual', overdue: 'fail', finished: 'pass' } as const

export function ReviewBadge({ state }: Pick<AccessReview, 'state'>) {
  return <span class={`badge ${stateTones[state]}`}>{stateWords[state]}</span>
}

function ReviewRow({ review }: { readonly review: AccessReview }) {
  const { id, title, state, counts, systems, filter, dueDay, finishedAtMs } = review
  return (
    <li>
      <ReviewBadge state={state} />
      <span class="what">
        <Link to={`/access/${id}`}>{title}</Link>{' '}
        <span class="small">
          {`${systems.map(({ name }) => name).join(', ')} · ${describeReviewFilter(filter)} · ${counts.accounts - counts.undecided} of ${formatCount(counts.accounts, 'account')} decided`}
        </span>
      </span>
      <span class="small">
        {finishedAtMs === null ? (
          `until ${dueDay}`
        ) : (
          <>
            finished <Moment at={finishedAtMs} />
            {counts.notDone + counts.open > 0 && `, ${formatCount(counts.notDone + counts.open, 'removal')} open`}
          </>
        )}
      </span>
    </li>
  )
}
