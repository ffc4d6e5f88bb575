import { AuthError } from '../../errors/index.ts'
import { parseFirstForm } from './oauth/html-form.ts'

export interface AuthorizeOptions {
  readonly signal?: AbortSignal
}

interface AuthorizeStep {
  readonly url: URL
  readonly method: string
  readonly body?: URLSearchParams
}

/** More than any sign-in takes; a server with more redirects has a loop. */
const stepsMax = 30

/**
 * Goes through an authorization as a browser would: follows redirects, keeps cookies, and presses the first button of
 * the first form on a page. Stops at the redirect URI and returns that callback URL, with its code or error, without
 * requesting it.
 *
 * @param url the authorization URL; it stops at its `redirect_uri`
 * @throws TypeError when the URL has no `redirect_uri`
 * @throws AuthError `AUTH_APP_MISCONFIGURED` if the server shows an error page or no next step, `AUTH_TRANSIENT` if it
 * cannot be reached
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
  // Loaded here, because few users of the testing kit sign in.
  const { createCookieJar } = await import('./oauth/cookie-jar.ts')
  const cookies = createCookieJar()
  let step: AuthorizeStep = { url: start, method: 'GET' }
  for (let steps = 0; steps < stepsMax; steps += 1) {
    if (step.url.origin === target.origin && step.url.pathname === target.pathname) {
      if (step.body) throw createStuckError('answers by form_post; set response_mode=query', step.url)
      return step.url.href
    }
    const cookie = cookies.header(step.url)
    const response = await askStep(step, cookie === undefined ? {} : { cookie }, options.signal)
    cookies.keep(step.url, response.headers)
    step = await chooseNextStep(step, response)
  }
  throw createStuckError(`does not end within ${stepsMax} steps`, start)
}

async function askStep(
  step: AuthorizeStep,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
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

async function chooseNextStep(step: AuthorizeStep, response: Response): Promise<AuthorizeStep> {
  const location = response.headers.get('location')
  if (location !== null && response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    const url = new URL(location, step.url)
    // RFC 9110 §15.4: 307 and 308 keep method and body, the others become a GET.
    return response.status >= 307 ? { ...step, url } : { url, method: 'GET' }
  }
  const page = await response.text()
  if (!response.ok) throw createStuckError(`answered ${response.status}${readTitle(page)}`, step.url, response.status)
  const form = parseFirstForm(page, step.url)
  if (form === undefined)
    throw createStuckError(`shows a page without a form${readTitle(page)}`, step.url, response.status)
  if (form.method === 'POST') return { url: form.action, method: 'POST', body: form.fields }
  form.action.search = form.fields.toString()
  return { url: form.action, method: 'GET' }
}

/** The page's title, where servers put the reason; limited, because a page may contain anything. */
function readTitle(page: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(page)?.[1]?.replace(/\s+/g, ' ').trim().slice(0, 200)
  return title ? ` ("${title}")` : ''
}

function createStuckError(what: string, url: URL, status?: number): AuthError {
  return new AuthError(
    `The authorization at ${url.origin}${url.pathname} ${what}. Check client id, redirect URI, scopes and PKCE of the request.`,
    { code: 'AUTH_APP_MISCONFIGURED', status },
  )
}
