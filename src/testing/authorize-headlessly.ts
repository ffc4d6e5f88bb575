import { AuthError } from '../errors/index.ts'
import { firstForm } from './oauth/html-form.ts'

export interface AuthorizeOptions {
  readonly signal?: AbortSignal
}

interface Step {
  readonly url: URL
  readonly method: string
  readonly body?: URLSearchParams
}

/** More than any sign-in takes; a server that goes on for longer runs in circles. */
const stepsMax = 30

/**
 * Goes through an authorization as a browser would: follows redirects, keeps cookies, and presses the first button of
 * the first form where a page is shown. Stops at the redirect URI and gives that callback URL, with its code or error,
 * without requesting it.
 *
 * @param url the authorization URL; its `redirect_uri` says where to stop
 * @throws TypeError when the URL has no `redirect_uri`
 * @throws AuthError `AUTH_APP_MISCONFIGURED` when the server shows an error page or no way on, `AUTH_TRANSIENT` when it cannot be reached
 * @throws the signal's reason when that is aborted
 */
export async function authorizeHeadlessly(url: string | URL, options: AuthorizeOptions = {}): Promise<string> {
  const start = new URL(url)
  const redirectUri = start.searchParams.get('redirect_uri')
  if (redirectUri === null || !URL.canParse(redirectUri)) {
    throw new TypeError(
      'authorizeHeadlessly() needs an authorization URL with an absolute redirect_uri, to know where to stop.',
    )
  }
  const target = new URL(redirectUri)
  // Loaded here, because few who import the testing kit sign in.
  const { cookieJar } = await import('./oauth/cookie-jar.ts')
  const cookies = cookieJar()
  let step: Step = { url: start, method: 'GET' }
  for (let steps = 0; steps < stepsMax; steps += 1) {
    if (step.url.origin === target.origin && step.url.pathname === target.pathname) {
      if (step.body) throw stuck('answers by form_post; ask for response_mode=query', step.url)
      return step.url.href
    }
    const cookie = cookies.header(step.url)
    const response = await ask(step, cookie === undefined ? {} : { cookie }, options.signal)
    cookies.keep(step.url, response.headers)
    step = await nextStep(step, response)
  }
  throw stuck(`does not come to an end within ${stepsMax} steps`, start)
}

async function ask(step: Step, headers: Record<string, string>, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(step.url, {
      method: step.method,
      headers: { accept: 'text/html,application/xhtml+xml', ...headers },
      body: step.body ?? null,
      redirect: 'manual',
      signal: signal ?? null,
    })
  } catch (cause) {
    signal?.throwIfAborted()
    throw new AuthError(`The authorization server at ${step.url.origin} cannot be reached. Check that it runs.`, {
      code: 'AUTH_TRANSIENT',
      retryable: true,
      cause,
    })
  }
}

async function nextStep(step: Step, response: Response): Promise<Step> {
  const location = response.headers.get('location')
  if (location !== null && response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    const url = new URL(location, step.url)
    // RFC 9110 §15.4: 307 and 308 keep method and body, the others become a GET.
    return response.status >= 307 ? { ...step, url } : { url, method: 'GET' }
  }
  const page = await response.text()
  if (!response.ok) throw stuck(`answered ${response.status}${titleOf(page)}`, step.url, response.status)
  const form = firstForm(page, step.url)
  if (form === undefined) throw stuck(`shows a page without a form${titleOf(page)}`, step.url, response.status)
  if (form.method === 'POST') return { url: form.action, method: 'POST', body: form.fields }
  form.action.search = form.fields.toString()
  return { url: form.action, method: 'GET' }
}

/** The page's title, where servers put the reason; bounded, because a page may hold anything. */
function titleOf(page: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(page)?.[1]?.replace(/\s+/g, ' ').trim().slice(0, 200)
  return title ? ` ("${title}")` : ''
}

function stuck(what: string, url: URL, status?: number): AuthError {
  return new AuthError(
    `The authorization at ${url.origin}${url.pathname} ${what}. Check client id, redirect URI, scopes and PKCE of the request.`,
    { code: 'AUTH_APP_MISCONFIGURED', status },
  )
}
