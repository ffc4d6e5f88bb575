import { StoreError } from '../../errors/index.ts'
import { Link } from '../frame/links.tsx'
import type { OwnVisit, PageAnswer } from '../page-route.ts'

/** Shows a page that needs the list of people, or one that waits until the list is put together. */
export function showWhenBuilt(show: (visit: OwnVisit) => Promise<PageAnswer>): typeof show {
  return async (visit) => {
    try {
      return await show(visit)
    } catch (error) {
      if (error instanceof StoreError && error.code === 'STORE_CONFLICT' && error.retryable) return createWaitingPage()
      throw error
    }
  }
}

function createWaitingPage(): PageAnswer {
  return {
    kind: 'page',
    title: 'People',
    reloadSeconds: 5,
    content: (
      <section class="lone" role="status">
        <h1>The list of people is being put together</h1>
        <p>
          With many people and connections, this takes up to a minute the first time. This page loads again by itself.
        </p>
        <p>
          <Link to="/" looks="quiet">
            Back to the start
          </Link>
        </p>
      </section>
    ),
  }
}
