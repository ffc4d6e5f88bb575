import { isLimited } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import { OlderLink, readListPlace } from '../../pages/shared/older-link.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import type { AccessReview } from '../access-reviews.ts'
import { chooseVisibleReviews, isVisible } from '../reading/access-reviews.ts'
import { describeFilter } from './describe-filter.ts'

const shown = 50

/** Access reviews, the newest first. A viewer sees those that are finished. */
export const reviewsPage = definePage({
  path: '/access',
  access: 'reviews:read',
  show: async ({ texts, runtime, person, query }) => {
    const { organizationId, role } = person
    const place = readListPlace(query)
    const before = place && { startedAtMs: place.atMs, id: place.id }
    const rows = await runtime.accessReviews.list({
      organizationId,
      before,
      limit: shown + 1,
      ...chooseVisibleReviews(runtime, person),
    })
    const last = rows.length > shown ? rows[shown - 1] : undefined
    const reviews = rows.slice(0, shown).filter((review) => isVisible(review, person, runtime))
    return createPage(
      { title: texts.labels.accessReviews },
      <>
        <PageHead
          title={texts.labels.accessReviews}
          lead={texts.access.list.lead}
          actions={
            mayDo(role, 'reviews:write') && (
              <Link to="/access/start" looks="primary">
                {texts.access.list.start}
              </Link>
            )
          }
        />
        {reviews.length === 0 ? (
          <p class="sheet">{texts.access.list.empty}</p>
        ) : (
          <ul class="sheet list">
            {reviews.map((review) => (
              <ReviewRow review={review} hasOutcomes={!isLimited(person)} />
            ))}
          </ul>
        )}
        <OlderLink at="/access" query={query} last={last && { atMs: last.startedAtMs, id: last.id }} />
      </>,
    )
  },
})
const stateTones = { open: 'manual', overdue: 'fail', finished: 'pass' } as const

export function ReviewBadge({ state }: Pick<AccessReview, 'state'>) {
  const texts = useTexts()
  return <span class={`badge ${stateTones[state]}`}>{texts.access.states[state]}</span>
}

function ReviewRow({ review, hasOutcomes }: { readonly review: AccessReview; readonly hasOutcomes: boolean }) {
  const texts = useTexts()
  const { id, title, state, counts, systems, filter, dueDay, finishedAtMs } = review
  const openRemovals = counts.notDone + counts.open
  return (
    <li>
      <ReviewBadge state={state} />
      <span class="what">
        <Link to={`/access/${id}`}>{title}</Link>{' '}
        <span class="small">
          {texts.access.list.progress({
            systems: systems.map(({ name }) => name).join(', '),
            filter: describeFilter(texts, filter),
            decided: counts.accounts - counts.undecided,
            total: counts.accounts,
          })}
        </span>
      </span>
      <span class="small">
        {finishedAtMs === null
          ? texts.tasks.day.due({ day: dueDay })
          : hasOutcomes && openRemovals > 0
            ? texts.access.list.finishedWithRemovals({ moment: <Moment at={finishedAtMs} />, count: openRemovals })
            : texts.access.list.finished({ moment: <Moment at={finishedAtMs} /> })}
      </span>
    </li>
  )
}
