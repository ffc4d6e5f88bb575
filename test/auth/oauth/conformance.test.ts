import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizeUrl } from '../../../src/auth/oauth/authorize-url.ts'
import { parseCallback } from '../../../src/auth/oauth/callback.ts'
import type { ClientIdentity } from '../../../src/auth/oauth/client-authentication.ts'
import { createCodeVerifier } from '../../../src/auth/oauth/pkce.ts'
import {
  exchangeCode,
  refreshTokens,
  registerClient,
  requestClientCredentials,
  revokeToken,
} from '../../../src/auth/oauth/token-endpoint.ts'
import type { TokenSet } from '../../../src/auth/oauth/token-reply.ts'
import { createSecret } from '../../../src/auth/secret.ts'
import { type ConnectorDefinition, type OAuth2Config, systemClock } from '../../../src/define/index.ts'
import { createAcme, createFillings } from './acme.ts'
import { type AuthorizationServer, startAuthorizationServer, walkThrough } from './provider.ts'

const redirectUri = 'https://app.example/oauth/callback?tenant=7'
const clientSecret = 'p@ss:w/+ %&=~'
const grants = { grant_types: ['authorization_code', 'refresh_token'], redirect_uris: [redirectUri] }

let server: AuthorizationServer

beforeAll(async () => {
  server = await startAuthorizationServer([
    { ...grants, client_id: 'body-app', client_secret: clientSecret, token_endpoint_auth_method: 'client_secret_post' },
    {
      ...grants,
      client_id: 'header:app-1',
      client_secret: clientSecret,
      token_endpoint_auth_method: 'client_secret_basic',
    },
    { ...grants, client_id: 'public-app', token_endpoint_auth_method: 'none' },
    {
      client_id: 'robot',
      scope: 'users:read',
      client_secret: clientSecret,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ])
})

afterAll(() => server[Symbol.asyncDispose]())

const kinds = [
  { kind: 'body', app: { clientId: 'body-app', clientSecret }, config: { pkce: true } },
  {
    kind: 'header',
    app: { clientId: 'header:app-1', clientSecret },
    config: { pkce: true, clientAuthMethod: 'header' },
  },
  { kind: 'public', app: { clientId: 'public-app' }, config: { publicClient: true } },
] as const

function connector(config: Partial<OAuth2Config>): ConnectorDefinition {
  return createAcme({
    authorizeUrl: `${server.issuer}/authorize`,
    tokenUrl: `${server.issuer}/token`,
    revokeUrl: `${server.issuer}/revoke`,
    registrationUrl: `${server.issuer}/register`,
    issuer: server.issuer,
    scopes: ['openid', 'users:read', 'groups:read'],
    ...config,
  })
}

function options(definition: ConnectorDefinition, app: ClientIdentity) {
  return {
    definition,
    app,
    credentials: {},
    settings: {},
    fillings: createFillings(definition),
    fetch,
    clock: systemClock,
  }
}

/** Through the browser's part, up to the code. */
async function authorize(
  definition: ConnectorDefinition,
  { clientId }: ClientIdentity,
  scopes = ['openid', 'users:read'],
) {
  const state = createSecret()
  const codeVerifier = await createCodeVerifier()
  const fillings = createFillings(definition)
  const url = await authorizeUrl({ definition, clientId, redirectUri, scopes, state, codeVerifier, fillings })
  const answer = parseCallback(await walkThrough(url, redirectUri), definition)
  expect(answer.state).toBe(state)
  return { code: answer.code, codeVerifier }
}

async function connect(
  definition: ConnectorDefinition,
  app: ClientIdentity,
): Promise<TokenSet & { readonly refreshToken: string }> {
  const tokens = await exchangeCode({ ...options(definition, app), ...(await authorize(definition, app)), redirectUri })
  if (tokens.refreshToken === undefined) throw new Error('no refresh token')
  return { ...tokens, refreshToken: tokens.refreshToken }
}

describe.each(kinds)('against oidc-provider, a $kind client', ({ app, config }) => {
  test('connects, with iss checked and the granted scopes and lifetime kept', async () => {
    const before = Date.now()

    const tokens = await connect(connector(config), app)

    expect(await server.isAlive(tokens.accessToken)).toBe(true)
    expect(tokens.scopes).toEqual(['openid', 'users:read'])
    expect(tokens.expiresAtMs).toBeGreaterThanOrEqual(before + 600_000)
    expect(tokens.expiresAtMs).toBeLessThanOrEqual(Date.now() + 600_000)
    expect(tokens.captured).toEqual({})
  })

  test('is refused with another verifier, and for a code that was used', async () => {
    const definition = connector(config)
    const first = await authorize(definition, app)
    const second = await authorize(definition, app)
    const exchange = (answer: typeof first) => exchangeCode({ ...options(definition, app), ...answer, redirectUri })
    const tokens = await exchange(first)

    const crossed = exchange({ ...second, codeVerifier: first.codeVerifier })

    const refused = { code: 'AUTH_EXCHANGE_FAILED', vendorCode: 'invalid_grant', status: 400, retryable: false }
    await expect(crossed).rejects.toMatchObject(refused)
    await expect(exchange(first)).rejects.toMatchObject(refused)
    // RFC 6749 §4.1.2: the second use of a code ends what the first one granted.
    expect(await server.isAlive(tokens.accessToken)).toBe(false)
  })

  test('is refused for another redirect URI than the code was asked with', async () => {
    const definition = connector(config)
    const answer = await authorize(definition, app)

    const exchange = exchangeCode({
      ...options(definition, app),
      ...answer,
      redirectUri: 'https://app.example/oauth/callback',
    })

    await expect(exchange).rejects.toMatchObject({ code: 'AUTH_EXCHANGE_FAILED', vendorCode: 'invalid_grant' })
  })

  test('refreshes with rotation; an old refresh token is rejected and takes the newest with it', async () => {
    const definition = connector(config)
    const first = await connect(definition, app)
    const refresh = (refreshToken: string) => refreshTokens({ ...options(definition, app), refreshToken })

    const second = await refresh(first.refreshToken)

    expect(second.refreshToken).toMatch(/^[\w-]{20,}$/)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(await server.isAlive(second.accessToken)).toBe(true)
    const rejected = { code: 'AUTH_REFRESH_REJECTED', vendorCode: 'invalid_grant', retryable: false }
    await expect(refresh(first.refreshToken)).rejects.toMatchObject(rejected)
    await expect(refresh(second.refreshToken ?? '')).rejects.toMatchObject(rejected)
  })

  test('revokes the refresh token, which then no longer refreshes; twice is no error', async () => {
    const definition = connector(config)
    const tokens = await connect(definition, app)
    const { fillings, fetch, clock } = options(definition, app)
    const revoke = (token: string, tokenTypeHint: 'refresh_token' | 'access_token') =>
      revokeToken({ definition, app, fillings, token, tokenTypeHint, fetch, clock })

    await revoke(tokens.refreshToken, 'refresh_token')
    await revoke(tokens.refreshToken, 'refresh_token')
    await revoke(tokens.accessToken, 'access_token')

    expect(await server.isAlive(tokens.accessToken)).toBe(false)
    await expect(
      refreshTokens({ ...options(definition, app), refreshToken: tokens.refreshToken }),
    ).rejects.toMatchObject({
      code: 'AUTH_REFRESH_REJECTED',
    })
  })
})

describe.each(kinds.filter(({ kind }) => kind !== 'public'))(
  'against oidc-provider, a $kind client',
  ({ app, config }) => {
    test('with a wrong secret is a misconfigured app, for an exchange, a refresh and a revocation', async () => {
      const definition = connector(config)
      const tokens = await connect(definition, app)
      const wrong = options(definition, { ...app, clientSecret: 'wrong' })
      const answer = await authorize(definition, app)

      const attempts = [
        exchangeCode({ ...wrong, ...answer, redirectUri }),
        refreshTokens({ ...wrong, refreshToken: tokens.refreshToken }),
        revokeToken({ ...wrong, token: tokens.refreshToken, tokenTypeHint: 'refresh_token' }),
      ]

      for (const attempt of attempts) {
        await expect(attempt).rejects.toMatchObject({
          code: 'AUTH_APP_MISCONFIGURED',
          vendorCode: 'invalid_client',
          status: 401,
        })
      }
      // The grant is untouched: with the right secret it still refreshes.
      await refreshTokens({ ...options(definition, app), refreshToken: tokens.refreshToken })
    })
  },
)

describe('against oidc-provider', () => {
  test('an app gets a token for itself, and none for a scope that it may not have', async () => {
    const app = { clientId: 'robot', clientSecret }
    const robot = (scopes: string[]) => connector({ grant: 'client_credentials', scopes } as Partial<OAuth2Config>)

    const tokens = await requestClientCredentials(options(robot(['users:read']), app))

    expect(tokens).toMatchObject({ scopes: ['users:read'], captured: {} })
    expect(tokens.refreshToken).toBeUndefined()
    await expect(requestClientCredentials(options(robot(['groups:read']), app))).rejects.toMatchObject({
      code: 'AUTH_APP_MISCONFIGURED',
      vendorCode: 'invalid_scope',
    })
  })

  test('a callback that carries an error is a denial with its code', async () => {
    const definition = connector({ pkce: true, authorizationParams: { prompt: 'none' } })

    await expect(authorize(definition, { clientId: 'body-app' })).rejects.toMatchObject({
      code: 'AUTH_CALLBACK_DENIED',
      vendorCode: 'login_required',
    })
  })

  test.each(kinds)('a $kind client registers itself, connects and refreshes', async ({ config }) => {
    const definition = connector(config)
    const registered = await registerClient({
      definition,
      clientName: 'Checkwright',
      redirectUris: [redirectUri],
      fillings: createFillings(definition),
      fetch,
    })

    const tokens = await connect(definition, registered)
    const refreshed = await refreshTokens({ ...options(definition, registered), refreshToken: tokens.refreshToken })

    expect(await server.isAlive(refreshed.accessToken)).toBe(true)
  })
})
