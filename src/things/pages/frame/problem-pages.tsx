import { formatCommandTemplate } from '../../../text/command-template.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import type { Texts } from '../../all-texts/texts.ts'
import type { ProblemDetails } from '../../api/answers/problem-details.ts'
import { createPage, type ShownPage } from '../page-route.ts'
import { Link } from './links.tsx'

interface SignInPlace {
  readonly publicUrl: string
  /** Where the application signs people in. */
  readonly signInUrl: string | undefined
  readonly isOurs: boolean
}

/** The page for people who are not signed in. */
export function createSignInNeededPage(texts: Texts, { publicUrl, signInUrl, isOurs }: SignInPlace): ShownPage {
  return createPage(
    { status: 401, title: texts.actions.signIn },
    <section class="lone">
      <h1>{texts.frame.signIn.title}</h1>
      {isOurs && (
        <p>
          <Link to="/sign-in" looks="primary">
            {texts.actions.signIn}
          </Link>
        </p>
      )}
      {isOurs && (
        <p class="small">
          {texts.frame.signIn.operatorLink({
            code: (
              <code>
                {formatCommandTemplate(shell`sign-in-link --public-url ${publicUrl}`, { needsOrganization: true })}
              </code>
            ),
          })}
        </p>
      )}
      {!isOurs && signInUrl === undefined && <p>{texts.frame.signIn.elsewhere}</p>}
      {signInUrl !== undefined && (
        <p>
          <a class="button primary" href={signInUrl}>
            {texts.actions.signIn}
          </a>
        </p>
      )}
    </section>,
  )
}

/** The error in the words of the API's problems, which contain no text of a person or vendor. */
export function createProblemPage(texts: Texts, { status, title, detail, requestId }: ProblemDetails): ShownPage {
  const { problems } = texts.frame
  const words = status in problems ? problems[status as keyof typeof problems] : undefined
  return createPage(
    { status, title: words?.title ?? title },
    <section class="lone">
      <h1>{words?.title ?? title}</h1>
      <p>{words && 'text' in words ? words.text : detail}</p>
      <p>
        <Link to="/" looks="quiet">
          {texts.actions.backToStart}
        </Link>
      </p>
      <p class="small">{texts.frame.requestId({ code: <code>{requestId}</code> })}</p>
    </section>,
  )
}
