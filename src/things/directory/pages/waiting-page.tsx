import { StoreError } from '../../../errors/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'

/** Shows a page that needs the list of people, or one that waits until the list is put together. */
export function showWhenBuilt(show: (visit: OwnVisit) => Promise<PageAnswer>): typeof show {
  return async (visit) => {
    try {
      return await show(visit)
    } catch (error) {
      if (error instanceof StoreError && error.code === 'STORE_CONFLICT' && error.retryable)
        return createWaitingPage(visit.texts)
      throw error
    }
  }
}

function createWaitingPage({ people, labels, actions }: Texts): PageAnswer {
  return createPage(
    { title: labels.people, reloadSeconds: 5 },
    <section class="lone" role="status">
      <h1>{people.building.title}</h1>
      <p>{people.building.text}</p>
      <p>
        <Link to="/" looks="quiet">
          {actions.backToStart}
        </Link>
      </p>
    </section>,
  )
}
