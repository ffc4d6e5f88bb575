import { type BeginView, beginWarning, formatRequester } from '../../host/answers/begin-page.ts'
import type { PageAnswer } from '../page-route.ts'

/** The page that a person sees and confirms after following a begin link. */
export function askToBegin(view: BeginView): PageAnswer {
  const { organizationId, organization, connector, scopes, action, cookies } = view
  const title = `Connect ${connector} for ${organization}?`
  return {
    kind: 'page',
    title,
    cookies,
    organizationId,
    content: (
      <section class="lone">
        <h1>{title}</h1>
        <p>{formatRequester(view)}</p>
        {scopes.length > 0 && (
          <>
            <p>It requests:</p>
            <ul class="plain">
              {scopes.map((scope) => (
                <li>
                  <code>{scope}</code>
                </li>
              ))}
            </ul>
          </>
        )}
        <p>{beginWarning}</p>
        <form method="post" action={action}>
          <button class="button primary" type="submit">
            {`Continue to ${connector}`}
          </button>
        </form>
      </section>
    ),
  }
}

/** For a person of another organization than the requesting one. */
export function refuseOtherOrganization(): PageAnswer {
  return {
    kind: 'page',
    status: 403,
    title: 'This link is for another organization',
    content: (
      <section class="lone">
        <h1>This link is for another organization</h1>
        <p>
          This link is for an organization that you are not signed in to. No connection was made. Sign in to that
          organization first, or close this page if you did not expect it.
        </p>
      </section>
    ),
  }
}
