import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { html, raw } from 'hono/html'
import { AuthError, CheckwrightError } from '../../errors/index.ts'

/** Waits on this machine for the one redirect that ends an authorization (RFC 8252 §7.3). */
export interface LoopbackListener extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/callback`. The address, not "localhost": that name may be resolved to somebody else. */
  readonly redirectUri: string
  /**
   * The callback with this `state`. Requests with another one are refused and do not end the wait.
   * @throws AuthError `AUTH_STATE_INVALID` when nobody comes in time; the signal's reason when it is aborted
   */
  callback(state: string, signal: AbortSignal): Promise<LoopbackCallback>
}

export interface LoopbackCallback {
  readonly url: string
  /** Answers the browser, which is waiting for the outcome. */
  finish(outcome: { readonly isConnected: boolean; readonly name: string }): Promise<void>
}

// As long as the flow is valid.
const patienceMs = 10 * 60_000

/** @param port 0 for any. @throws CheckwrightError `CLI_USAGE` when the port is taken */
export async function listenOnLoopback(port = 0): Promise<LoopbackListener> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new CheckwrightError(
          `Port ${port} on 127.0.0.1 cannot be used (${error.code}). Name another port with --port.`,
          {
            code: 'CLI_USAGE',
            cause: error,
          },
        ),
      ),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : port}`
  const redirectUri = `http://${host}/callback`
  return {
    redirectUri,
    async callback(state, signal) {
      const waiting = Promise.withResolvers<LoopbackCallback>()
      const giveUp = () => waiting.reject(signal.reason)
      const timer = setTimeout(() => waiting.reject(createTooLateError()), patienceMs)
      signal.addEventListener('abort', giveUp, { once: true })
      server.on('request', (request, response) => {
        const url = readCallbackUrl(request, host)
        // Favicons, port scanners, and pages of other sites that guess the port.
        if (url?.searchParams.get('state') !== state) return sendPage(response, 404, strayPage)
        waiting.resolve({ url: url.href, finish: (outcome) => finishResponse(response, outcome) })
      })
      try {
        return await waiting.promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function createTooLateError(): AuthError {
  return new AuthError(`The sign-in was not finished within ${patienceMs / 60_000} minutes. Start again.`, {
    code: 'AUTH_STATE_INVALID',
  })
}

function readCallbackUrl({ method, url = '', headers }: IncomingMessage, host: string): URL | undefined {
  // Another Host means that somebody made a name that points here (DNS rebinding).
  if (method !== 'GET' || headers.host !== host || !URL.canParse(url, `http://${host}`)) return undefined
  const parsed = new URL(url, `http://${host}`)
  return parsed.pathname === '/callback' ? parsed : undefined
}

function finishResponse(
  response: ServerResponse,
  { isConnected, name }: Parameters<LoopbackCallback['finish']>[0],
): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve)
    const page = isConnected
      ? { title: `${name} is connected`, text: 'You can close this page and go back to the terminal.' }
      : { title: `${name} is not connected`, text: 'The terminal shows the reason. You can close this page.' }
    sendPage(response, isConnected ? 200 : 400, page)
  })
}

interface LoopbackPage {
  readonly title: string
  readonly text: string
}

const strayPage: LoopbackPage = {
  title: 'Nothing here',
  text: 'This address accepts only one sign-in. Start again in the terminal.',
}

const style =
  'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}'
const styleHash = createHash('sha256').update(style).digest('base64')

function sendPage(response: ServerResponse, status: number, { title, text }: LoopbackPage): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    // The URL of this page contains the authorization code, so it must not be cached or passed on by links.
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  const page = html`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${raw(style)}</style><h1>${title}</h1><p>${text}</p></html>
`
  response.end(String(page))
}
