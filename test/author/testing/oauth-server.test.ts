import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { OAuthServerOptions } from '../../../src/author/testing/oauth/oauth-options.ts'
import { type OAuthServer, oauthServer } from '../../../src/author/testing/oauth-server.ts'
import { fakeVendor } from '../../../src/author/testing/vendor/fake-vendor.ts'
import {
  authorize,
  buildAuthorizationUrl,
  callback,
  clients,
  exchange,
  refresh,
  revoke,
  sendTokenRequestAs,
} from './oauth/flow.ts'

async function serverWith(options: Partial<OAuthServerOptions> = {}): Promise<OAuthServer> {
  const server = await oauthServer({
    clients: Object.values(clients),
    scopes: ['users:read', 'users:write'],
    ...options,
  })
  onTestFinished(() => server.close())
  return server
}

describe('oauthServer()', () => {
  let server: OAuthServer
  beforeAll(async () => {
    server = await oauthServer({ clients: Object.values(clients), scopes: ['users:read', 'users:write'] })
    return () => server.close()
  })

  test.each(Object.values(clients))(
    'gives tokens by code and PKCE to a client of authMethod $authMethod',
    async (client) => {
      const authorized = await authorize(server, client)

      const tokens = await exchange(server, client, authorized)

      expect(authorized.callbackUrl.href.startsWith(`${callback}?`)).toBe(true)
      expect(authorized.callbackUrl.searchParams.get('state')).toBe('state-1')
      expect(authorized.callbackUrl.searchParams.get('iss')).toBe(server.issuer)
      expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600, scope: 'users:read' })
      expect(tokens.refresh_token).toEqual(expect.any(String))
      expect(await server.verifyAccessToken(tokens.access_token)).toEqual({
        scopes: ['users:read'],
        accountId: 'ada',
        clientId: client.clientId,
      })
    },
  )

  test('refuses a wrong verifier', async () => {
    const authorized = await authorize(server, clients.body)

    const reply = await exchange(server, clients.body, authorized, 'x'.repeat(43))

    expect(reply).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  test('refuses an authorization request without code_challenge', async () => {
    const url = buildAuthorizationUrl(server, clients.body, 'v')
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')

    const response = await fetch(url, { redirect: 'manual' })

    const location = new URL(response.headers.get('location') ?? '')
    expect(location.searchParams.get('error')).toBe('invalid_request')
    expect(location.searchParams.get('error_description')).toContain('PKCE')
  })

  test('refuses a code that was used before, and revokes what it gave', async () => {
    const authorized = await authorize(server, clients.body)
    const first = await exchange(server, clients.body, authorized)

    const second = await exchange(server, clients.body, authorized)

    expect(first.status).toBe(200)
    expect(second).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await server.verifyAccessToken(first.access_token)).toBeUndefined()
    expect(await refresh(server, clients.body, first.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  })

  test("refuses another client's code, and another redirect URI", async () => {
    const authorized = await authorize(server, clients.body)
    const params = { grant_type: 'authorization_code', code: authorized.code, code_verifier: authorized.verifier }

    const byOther = await sendTokenRequestAs(server, clients.none, { ...params, redirect_uri: callback })
    const elsewhere = await sendTokenRequestAs(server, clients.body, { ...params, redirect_uri: `${callback}/2` })

    expect(byOther).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(elsewhere).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  test('refuses a wrong secret', async () => {
    const authorized = await authorize(server, clients.body)

    const reply = await exchange(server, { ...clients.body, clientSecret: 'guess' }, authorized)

    expect(reply).toMatchObject({ status: 401, error: 'invalid_client' })
  })

  test.each([
    { client: clients.body, method: 'header' },
    { client: clients.header, method: 'body' },
    { client: clients.body, method: 'none' },
  ] as const)('refuses client $client.clientId when it authenticates by $method', async ({ client, method }) => {
    const { code, verifier } = await authorize(server, client)
    const params = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier }

    const refused = await sendTokenRequestAs(server, client, params, method)

    expect(refused).toMatchObject({ status: 401, error: 'invalid_client' })
    expect(await sendTokenRequestAs(server, client, params)).toMatchObject({ status: 200 })
  })

  test('rotates refresh tokens, and kills the grant when an old one is used again', async () => {
    const first = await exchange(server, clients.body, await authorize(server, clients.body))

    const second = await refresh(server, clients.body, first.refresh_token)
    const reused = await refresh(server, clients.body, first.refresh_token)

    expect(second.status).toBe(200)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(reused).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await refresh(server, clients.body, second.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await server.verifyAccessToken(second.access_token)).toBeUndefined()
  })

  test('lets one of many refreshes at once through, which ends the grant', async () => {
    const { refresh_token } = await exchange(server, clients.body, await authorize(server, clients.body))

    const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(server, clients.body, refresh_token)))

    const winners = replies.filter((reply) => reply.status === 200)
    expect(winners).toHaveLength(1)
    expect(await refresh(server, clients.body, winners[0]?.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  })

  test.each(Object.values(clients))('revokes a token at the wish of client $clientId', async (client) => {
    const tokens = await exchange(server, client, await authorize(server, client))

    const revoked = await revoke(server, client, tokens.access_token)

    expect(revoked.status).toBe(200)
    expect(await server.verifyAccessToken(tokens.access_token)).toBeUndefined()
  })

  test("leaves another client's token alone", async () => {
    const tokens = await exchange(server, clients.body, await authorize(server, clients.body))

    await revoke(server, clients.none, tokens.access_token)

    expect(await server.verifyAccessToken(tokens.access_token)).toMatchObject({ clientId: clients.body.clientId })
  })

  test('knows no token that it did not give', async () => {
    expect(await server.verifyAccessToken('made-up')).toBeUndefined()
    expect(await server.verifyAccessToken('')).toBeUndefined()
  })

  test('leaves scopes out that it does not have', async () => {
    const tokens = await exchange(
      server,
      clients.body,
      await authorize(server, clients.body, { scope: 'users:read root' }),
    )

    expect((await server.verifyAccessToken(tokens.access_token))?.scopes).toEqual(['users:read'])
  })

  test('gives an id_token and userinfo for openid', async () => {
    const tokens = await exchange(
      server,
      clients.none,
      await authorize(server, clients.none, { scope: 'openid email profile' }),
    )

    const discovery: unknown = await (await fetch(`${server.issuer}/.well-known/openid-configuration`)).json()
    const userinfo = await fetch(`${server.issuer}/oauth/userinfo`, {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    })

    expect(tokens).toMatchObject({ id_token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/) })
    expect(await userinfo.json()).toEqual({ sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' })
    expect(discovery).toMatchObject({
      issuer: server.issuer,
      authorization_endpoint: server.authorizeUrl,
      token_endpoint: server.tokenUrl,
      revocation_endpoint: server.revokeUrl,
      userinfo_endpoint: `${server.issuer}/oauth/userinfo`,
    })
  })

  test('gives a token without a person by client_credentials', async () => {
    const tokens = await sendTokenRequestAs(server, clients.header, {
      grant_type: 'client_credentials',
      scope: 'users:write',
    })

    expect(tokens.status).toBe(200)
    expect(await server.verifyAccessToken(tokens.access_token)).toEqual({
      scopes: ['users:write'],
      accountId: undefined,
      clientId: clients.header.clientId,
    })
    expect(await sendTokenRequestAs(server, clients.none, { grant_type: 'client_credentials' })).toMatchObject({
      status: 400,
    })
  })
})

describe('oauthServer() options', () => {
  test('pkceRequired: false takes a flow without PKCE', async () => {
    const server = await serverWith({ pkceRequired: false })
    const url = buildAuthorizationUrl(server, clients.body, 'v')
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    const { authorizeHeadlessly } = await import('../../../src/author/testing/authorize-headlessly.ts')

    const code = new URL(await authorizeHeadlessly(url)).searchParams.get('code') ?? ''
    const tokens = await sendTokenRequestAs(server, clients.body, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
    })

    expect(tokens.status).toBe(200)
  })

  test('rotateRefreshTokens: false gives the same refresh token again and again', async () => {
    const server = await serverWith({ rotateRefreshTokens: false })
    const first = await exchange(server, clients.none, await authorize(server, clients.none))

    const second = await refresh(server, clients.none, first.refresh_token)
    const third = await refresh(server, clients.none, first.refresh_token)

    expect([second.status, third.status]).toEqual([200, 200])
    expect([second.refresh_token, third.refresh_token]).toEqual([first.refresh_token, first.refresh_token])
  })

  test('refreshTokens: offline_access gives one only when asked, with no need for prompt=consent', async () => {
    const server = await serverWith({ refreshTokens: 'offline_access' })

    const without = await exchange(server, clients.body, await authorize(server, clients.body))
    const asked = await exchange(
      server,
      clients.body,
      await authorize(server, clients.body, { scope: 'users:read offline_access' }),
    )

    expect(without).toMatchObject({ status: 200 })
    expect(without.refresh_token).toBeUndefined()
    expect(asked).toMatchObject({ status: 200, scope: 'users:read offline_access' })
    expect(await refresh(server, clients.body, asked.refresh_token)).toMatchObject({ status: 200 })
  })

  test('accessTokenTtlSeconds ends a token to the second', async () => {
    const server = await serverWith({ accessTokenTtlSeconds: 1 })
    const tokens = await exchange(server, clients.body, await authorize(server, clients.body))
    const fresh = await server.verifyAccessToken(tokens.access_token)

    await new Promise((resolve) => setTimeout(resolve, 1100))

    expect(tokens.expires_in).toBe(1)
    expect(fresh).toMatchObject({ clientId: clients.body.clientId })
    expect(await server.verifyAccessToken(tokens.access_token)).toBeUndefined()
    expect(await refresh(server, clients.body, tokens.refresh_token)).toMatchObject({ status: 200 })
  })

  test('a loopback redirect URI without port fits any port; one with a port is exact', async () => {
    const base = { clientId: 'cli', authMethod: 'none' } as const
    const anyPort = await serverWith({ clients: [{ ...base, redirectUris: ['http://127.0.0.1/callback'] }] })
    const exact = await serverWith({ clients: [{ ...base, redirectUris: ['http://127.0.0.1:4000/callback'] }] })
    const redirect = { redirect_uri: 'http://127.0.0.1:51234/callback' }

    const authorized = await authorize(anyPort, { ...base, redirectUris: [] }, redirect)

    expect(authorized.callbackUrl.href).toMatch(/^http:\/\/127\.0\.0\.1:51234\/callback\?code=/)
    await expect(authorize(exact, { ...base, redirectUris: [] }, redirect)).rejects.toThrow('invalid_redirect_uri')
  })

  test('a client without redirect URIs is left with client_credentials', async () => {
    const machine = { clientId: 'machine', clientSecret: 's', redirectUris: [], authMethod: 'body' } as const
    const server = await serverWith({ clients: [machine] })

    expect(await sendTokenRequestAs(server, machine, { grant_type: 'client_credentials' })).toMatchObject({
      status: 200,
    })
    await expect(authorize(server, machine)).rejects.toThrow('answered 400')
  })

  const options = (given: object) => ({ clients: [clients.body], ...given }) as OAuthServerOptions

  test.each([
    ['a misspelt option', { scope: [] }, 'oauthServer(): "scope" is not an option'],
    ['no clients', { clients: [] }, 'needs clients: a list with at least one client'],
    [
      'a client without secret',
      { clients: [{ ...clients.none, authMethod: 'body' }] },
      'clients[0]: clientSecret must be a text',
    ],
    ['a public client with a secret', { clients: [{ ...clients.none, clientSecret: 'a' }] }, 'has no clientSecret'],
    [
      'a misspelt client option',
      { clients: [{ ...clients.none, redirectUri: callback }] },
      '"redirectUri" is not an option',
    ],
    [
      'a relative redirect URI',
      { clients: [{ ...clients.none, redirectUris: ['/callback'] }] },
      'list of absolute URLs',
    ],
    [
      'a redirect URI with fragment',
      { clients: [{ ...clients.none, redirectUris: [`${callback}#a`] }] },
      'must not contain fragments',
    ],
    ['two clients of one id', { clients: [clients.none, clients.none] }, 'clients has the clientId "public-app" twice'],
    [
      'an unknown authMethod',
      { clients: [{ ...clients.none, authMethod: 'jwt' }] },
      'authMethod must be one of "body"',
    ],
    ['an unknown login', { login: 'manual' }, 'login must be one of "headless", "page", not "manual"'],
    [
      'a lifetime of 0',
      { accessTokenTtlSeconds: 0 },
      'accessTokenTtlSeconds must be a whole number of at least 1, not 0',
    ],
    ['a text for a flag', { pkceRequired: 'no' }, 'pkceRequired must be true or false'],
    ['an empty scope', { scopes: ['a', ''] }, 'scopes[1] is not a scope'],
    ['two scopes in one', { scopes: ['a b'] }, 'scopes[0] is not a scope'],
    ['half an account', { account: { id: 'bob' } }, 'account.name must be a text'],
  ])('refuse %s', async (_name, given, message) => {
    await expect(oauthServer(options(given))).rejects.toThrow(message)
    await expect(oauthServer(options(given))).rejects.toThrow(TypeError)
  })
})

describe('oauthServer().tokenRequests', () => {
  test('lists every request, refused ones too, and no secret', async () => {
    const server = await serverWith()
    const authorized = await authorize(server, clients.header)

    const tokens = await exchange(server, clients.header, authorized)
    await refresh(server, clients.header, 'not-a-token')
    await sendTokenRequestAs(server, { ...clients.body, clientId: 'nobody' }, { grant_type: 'client_credentials' })
    await fetch(server.tokenUrl, { method: 'POST', body: JSON.stringify({ grant_type: 'refresh_token' }) })

    const at = expect.any(Date)
    const { clientId } = clients.header
    expect(server.tokenRequests).toEqual([
      { at, grantType: 'authorization_code', clientId, status: 200, error: undefined },
      { at, grantType: 'refresh_token', clientId, status: 400, error: 'invalid_grant' },
      { at, grantType: 'client_credentials', clientId: undefined, status: 401, error: 'invalid_client' },
      { at, grantType: undefined, clientId: undefined, status: 400, error: 'invalid_request' },
    ])
    const secrets = [
      clients.header.clientSecret,
      authorized.code,
      authorized.verifier,
      tokens.access_token,
      'not-a-token',
    ]
    expect(secrets.filter((secret) => JSON.stringify(server.tokenRequests).includes(secret))).toEqual([])
  })
})

describe('oauthServer().issueToken()', () => {
  test('gives tokens that work like those of a flow', async () => {
    const server = await serverWith()

    const { accessToken, refreshToken } = await server.issueToken({
      clientId: clients.body.clientId,
      scopes: ['users:write'],
    })
    const everything = await server.issueToken({ clientId: clients.body.clientId })

    expect(await server.verifyAccessToken(accessToken)).toEqual({
      scopes: ['users:write'],
      accountId: 'ada',
      clientId: clients.body.clientId,
    })
    expect((await server.verifyAccessToken(everything.accessToken))?.scopes).toEqual(['users:read', 'users:write'])
    expect(await refresh(server, clients.body, refreshToken)).toMatchObject({ status: 200, scope: 'users:write' })
  })

  test('refuses an unknown client', async () => {
    const server = await serverWith()

    await expect(server.issueToken({ clientId: 'nobody' })).rejects.toThrow('there is no client "nobody"')
  })
})

test('oauthServer().expireAccessTokens() ends access tokens at once and leaves refresh tokens', async () => {
  const server = await serverWith()
  const tokens = await server.issueToken({ clientId: clients.body.clientId })
  const machine = await sendTokenRequestAs(server, clients.body, { grant_type: 'client_credentials' })

  server.expireAccessTokens()

  expect(await server.verifyAccessToken(tokens.accessToken)).toBeUndefined()
  expect(await server.verifyAccessToken(machine.access_token)).toBeUndefined()
  const renewed = await refresh(server, clients.body, tokens.refreshToken)
  expect(await server.verifyAccessToken(renewed.access_token)).toMatchObject({ clientId: clients.body.clientId })
})

test('oauthServer().verifyAccessToken fits the auth of fakeVendor()', async () => {
  const server = await serverWith()
  const vendor = await fakeVendor({ auth: { type: 'bearer', verify: server.verifyAccessToken }, routes: { '/me': {} } })
  onTestFinished(() => vendor.close())
  const { accessToken } = await server.issueToken({ clientId: clients.body.clientId })
  const ask = async () =>
    (await fetch(`${vendor.url}/me`, { headers: { Authorization: `Bearer ${accessToken}` } })).status

  const before = await ask()
  await revoke(server, clients.body, accessToken)

  expect([before, await ask()]).toEqual([200, 401])
})

test('oauthServer().close() ends the server and may be called again', async () => {
  const server = await oauthServer({ clients: [clients.body] })

  await server.close()
  await server.close()

  await expect(fetch(server.issuer)).rejects.toThrow('fetch failed')
})

describe('as a program of its own', () => {
  const run = (file: string) =>
    promisify(execFile)(process.execPath, [fileURLToPath(new URL(`./oauth/${file}`, import.meta.url))])

  test('oauthServer() prints nothing, whatever is asked of it', async () => {
    expect(await run('quiet-flow.ts')).toEqual({ stdout: '', stderr: '' })
  })

  test('oauthServer() says how to install oidc-provider where it is missing', async () => {
    const { stdout } = await run('without-peer.ts')

    expect(JSON.parse(stdout)).toEqual({
      code: 'PEER_MISSING',
      message: expect.stringContaining('npm install --save-dev oidc-provider'),
    })
  })
})
