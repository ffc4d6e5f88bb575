import { text } from 'node:stream/consumers'
import type { AnyConnector } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import type { GlobalOptions } from '../../service/commands/context.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { openBrowser } from '../../service/commands/open-browser.ts'
import { askLine } from '../../service/commands/prompts.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { shell } from '../../text/quote-for-shell.ts'
import type { ConnectAttempt, Runtime } from '../runtime/runtime.ts'
import { type LoopbackListener, listenOnLoopback } from './loopback-listener.ts'

export interface BrowserSignIn {
  readonly connector: AnyConnector
  readonly organizationId: string
  /** Renews this connection. */
  readonly connectionId?: string | undefined
  /** Values of fields beside OAuth. */
  readonly credentials: Readonly<Record<string, unknown>>
}

export interface BrowserSignInOptions extends GlobalOptions {
  readonly port?: number | undefined
  /** Open the address in the browser of this machine. */
  readonly browser: boolean
  /** The browser is on another machine, and the person pastes its last address here. */
  readonly manual?: boolean | undefined
}

/** Takes a person through the authorization code flow and waits for its end. */
export async function signIn(
  runtime: Runtime,
  request: BrowserSignIn,
  options: BrowserSignInOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ConnectAttempt> {
  const { connector } = request
  await using listener = await listenOnLoopback(options.port)
  await demandEnteredApp(runtime, request, listener.redirectUri, options)
  const { url, binding } = await runtime.oauth.start({
    ...request,
    connector: connector.id,
    redirectUri: listener.redirectUri,
  })
  printSignInSteps(connector, url, terminal)
  if (options.manual) return await runtime.oauth.connect({ url: await askForPastedUrl(terminal), binding })
  if (options.browser) await tryOpenBrowser(url, terminal)
  // Awaited here: the listener lives as long as this function.
  return await waitForRedirect(runtime, { connector, url, binding }, listener, terminal, signal)
}

async function waitForRedirect(
  runtime: Runtime,
  { connector, url, binding }: { readonly connector: AnyConnector; readonly url: string; readonly binding: string },
  listener: LoopbackListener,
  { err }: Terminal,
  signal: AbortSignal,
): Promise<ConnectAttempt> {
  err.line('Waiting for you to sign in … (press Ctrl-C to stop)')
  const callback = await listener.callback(new URL(url).searchParams.get('state') ?? '', signal)
  const { name } = connector.definition
  try {
    const attempt = await runtime.oauth.connect({ url: callback.url, binding })
    await callback.finish({ isConnected: attempt.connection !== undefined, name })
    return attempt
  } catch (error) {
    await callback.finish({ isConnected: false, name })
    throw error
  }
}

function printSignInSteps({ definition }: AnyConnector, url: string, { err }: Terminal): void {
  const { auth, name } = definition
  const hasPkce = auth.type === 'oauth2' && (auth.config.pkce || auth.config.publicClient)
  for (const line of [`Sign in to ${name} in your browser:`, '', `  ${url}`, '']) err.line(line)
  if (!hasPkce)
    err.line(
      `Note: this connector of ${name} does not use PKCE. Somebody who sees the last address in the browser could use it first. Do this on your own machine.`,
    )
}

async function tryOpenBrowser(url: string, { err }: Terminal): Promise<void> {
  try {
    await openBrowser(url)
  } catch {
    err.line('No browser could be opened. Open the address yourself.')
  }
}

async function askForPastedUrl(terminal: Terminal): Promise<string> {
  const message = 'Paste the last address of the browser, all of it (it begins with http://127.0.0.1):'
  const line = terminal.canAsk ? await askLine(message, terminal) : await text(terminal.input)
  const url = line.trim()
  if (URL.canParse(url)) return url
  throw new AuthError('You did not paste an address. Copy the whole line from the browser, from http:// to its end.', {
    code: 'AUTH_CALLBACK_INVALID',
  })
}

/** Printed here, because here the redirect URI to register is known. */
async function demandEnteredApp(
  runtime: Runtime,
  { connector, organizationId }: BrowserSignIn,
  redirectUri: string,
  options: BrowserSignInOptions,
): Promise<void> {
  const app =
    (await runtime.oauthApps.get({ connector: connector.id, organizationId })) ??
    (await runtime.oauthApps.get({ connector: connector.id }))
  const { name, auth } = connector.definition
  // RFC 7591: the flow registers an app if none is entered.
  if (app || (auth.type === 'oauth2' && auth.config.registrationUrl !== undefined)) return
  const page = auth.type === 'oauth2' && auth.config.createAppUrl ? ` (${auth.config.createAppUrl})` : ''
  throw new AuthError(
    `There is no OAuth app for ${name}. Create one at the vendor${page} with the redirect URI ${redirectUri.replace(/:\d+\//, '/')}, or with a port that you then pass with --port. Enter the app with "${formatCommand(shell`app set ${connector.id}`, options)}", and reconnect.`,
    { code: 'AUTH_APP_MISCONFIGURED' },
  )
}
