import type { Connection, ConnectionTest } from '../../runtime/runtime.ts'
import { Link } from '../frame/links.tsx'
import type { PageAnswer } from '../page-route.ts'

/** The page after the test of a new connection. */
export function answerAfterTest({ id, connector }: Connection, test: ConnectionTest, isRenewed: boolean): PageAnswer {
  // If a connector declares no test, the connection is made but not proven.
  const notice = test.message !== undefined ? 'untested' : isRenewed ? 'reconnected' : 'connected'
  if (test.ok) return { kind: 'redirect', to: `/connections/${id}`, notice, made: id }
  return {
    kind: 'page',
    title: 'Connected, but it does not work yet',
    content: (
      <section class="lone">
        <h1>Connected, but it does not work yet</h1>
        <p>{test.message}</p>
        <p class="row">
          <Link to={`/connect/${connector}?connection=${id}`} looks="primary">
            Connect again
          </Link>
          <Link to={`/connections/${id}`} looks="quiet">
            Open the connection
          </Link>
        </p>
      </section>
    ),
  }
}
