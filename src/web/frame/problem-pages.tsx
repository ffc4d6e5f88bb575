import type { ProblemDetails } from '../../host/answers/problem-details.ts'
import type { ShownPage } from '../page-route.ts'
import { Link } from './links.tsx'

/** The page for people who are not signed in. @param signInUrl address at which the application signs people in */
export function createSignInNeededPage(signInUrl: string | undefined, isOurs: boolean): ShownPage {
  return {
    kind: 'page',
    status: 401,
    title: 'Sign in',
    content: (
      <section class="lone">
        <h1>Sign in to continue</h1>
        {isOurs && (
          <p>
            <Link to="/sign-in" looks="primary">
              Sign in
            </Link>
          </p>
        )}
        {isOurs && (
          <p class="small">
            The operator of this service can give you a link that works once: <code>checkwright sign-in-link</code>{' '}
            makes it.
          </p>
        )}
        {!isOurs && signInUrl === undefined && <p>Sign in to the application that shows this page.</p>}
        {signInUrl !== undefined && (
          <p>
            <a class="button primary" href={signInUrl}>
              Sign in
            </a>
          </p>
        )}
      </section>
    ),
  }
}

/** The error in the words of the API's problems, which contain no text of a person or vendor. */
export function createProblemPage({ status, title, detail, requestId }: ProblemDetails): ShownPage {
  const { problems } = texts.frame
  const words = status in problems ? problems[status as keyof typeof problems] : undefined
  return {
    kind: 'page',
    status,
    title: words?.title ?? title,
    content: (
      <section class="lone">
        <h1>{words?.title ?? title}</h1>
        <p>{words && 'text' in words ? words.text : detail}</p>
        <p>
          <Link to="/" looks="quiet">
            Back to the start
          </Link>
        </p>
        <p class="small">
          Request <code>{requestId}</code>
        </p>
      </section>
    ),
  }
}
