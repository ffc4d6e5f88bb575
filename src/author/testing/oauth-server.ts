import type { Provider } from 'oidc-provider'
import { CheckwrightError } from '../../errors/index.ts'
import { answerSignIn } from './oauth/answer-sign-in.ts'
import { configureProvider } from './oauth/configuration.ts'
import { createMemoryAdapters, type MemoryAdapters } from './oauth/memory-adapters.ts'
import { type OAuthServerOptions, type SettledOptions, settleOptions } from './oauth/oauth-options.ts'
import {
  type AccessTokenFacts,
  demandClient,
  findAccessTokenFacts,
  type IssuedTokens,
  issueTokens,
  recordTokenRequests,
  type TokenRequest,
} from './oauth/tokens.ts'
import { addOfflineConsent, demandDeclaredAuthMethod } from './oauth/vendor-habits.ts'
import { type LoopbackServer, startLoopbackServer } from './vendor/loopback.ts'

/** An authorization server that runs in this process. */
export interface OAuthServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, with discovery under `/.well-known/openid-configuration`. */
  readonly issuer: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** Token revocation (RFC 7009). */
  readonly revokeUrl: string
  /** Every request to the token endpoint so far, including refused ones. */
  readonly tokenRequests: readonly TokenRequest[]
  /** The claims of the token; undefined if it is unknown, expired or revoked. Fits `fakeVendor`'s `auth.verify`. */
  verifyAccessToken(token: string): Promise<AccessTokenFacts | undefined>
  /**
   * Issues tokens without the authorization flow. Scopes default to all scopes of the server. @throws TypeError for an
   * unknown client
   */
  issueToken(options: { readonly clientId: string; readonly scopes?: readonly string[] }): Promise<IssuedTokens>
  /** Makes every access token invalid at once; refresh tokens stay. For tests of a 401. */
  expireAccessTokens(): void
  /** Stops the server and ends every connection. May be called again. @throws what went wrong inside the server */
  close(): Promise<void>
}

/**
 * A real OAuth 2.0 and OpenID Connect authorization server (oidc-provider) on 127.0.0.1: PKCE, single-use codes, refresh
 * rotation with reuse detection, revocation. Keys live as long as the server.
 *
 * ```ts
 * await using oauth = await oauthServer({
 *   clients: [{ clientId: 'app', clientSecret: 'secret', redirectUris: [callback], authMethod: 'body' }],
 *   scopes: ['users:read'],
 * })
 * await using vendor = await fakeVendor({ auth: { type: 'bearer', verify: oauth.verifyAccessToken }, routes: { … } })
 * ```
 *
 * @throws TypeError for a mistake in the options, naming it
 * @throws CheckwrightError `PEER_MISSING` when oidc-provider is not installed
 */
export async function oauthServer(options: OAuthServerOptions): Promise<OAuthServer> {
  const settled = settleOptions(options)
  const { Provider } = await loadPeer()
  const adapters = createMemoryAdapters()
  const server = await startLoopbackServer()
  try {
    const provider = new Provider(server.origin, configureProvider(settled, adapters))
    // oidc-provider reads a client's metadata when the client is first used, but a mistake should show now.
    for (const { clientId } of settled.clients) await demandClient(provider, clientId)
    demandDeclaredAuthMethod(provider, () => Provider.ctx)
    return startServing(provider, settled, adapters, server)
  } catch (error) {
    await server.close()
    throw error
  }
}

function startServing(
  provider: Provider,
  settled: SettledOptions,
  adapters: MemoryAdapters,
  server: LoopbackServer,
): OAuthServer {
  const authorizeUrl = provider.urlFor('authorization')
  const tokenRequests = recordTokenRequests(provider)
  provider.on('server_error', (_ctx, error) => server.report(error))
  // Koa would print it. An error for the client, or a client that hung up, is no error of the server.
  provider.onerror = (error) => {
    if (!('expose' in error && error.expose) && !('syscall' in error)) server.report(error)
  }
  const answer = provider.callback()
  server.serve(async (request, response) => {
    if (await answerSignIn(provider, settled, request, response)) return
    if (settled.refreshTokens === 'offline_access') request.url = addOfflineConsent(request.url ?? '/', authorizeUrl)
    await answer(request, response)
  })

  return {
    issuer: provider.issuer,
    authorizeUrl,
    tokenUrl: provider.urlFor('token'),
    revokeUrl: provider.urlFor('revocation'),
    tokenRequests,
    verifyAccessToken: (token) => findAccessTokenFacts(provider, token),
    issueToken: (request) => issueTokens(provider, settled, request),
    expireAccessTokens() {
      adapters.forget('AccessToken')
      adapters.forget('ClientCredentials')
    },
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  }
}

async function loadPeer(): Promise<typeof import('oidc-provider')> {
  try {
    return await import('oidc-provider')
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
    throw new CheckwrightError(
      'oauthServer() runs on the package oidc-provider, which is not installed. Install it: npm install --save-dev oidc-provider',
      { code: 'PEER_MISSING', cause },
    )
  }
}
