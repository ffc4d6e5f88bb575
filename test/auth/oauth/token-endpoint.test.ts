import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { exchangeCode, refreshTokens, requestClientCredentials } from '../../../src/auth/oauth/token-endpoint.ts'
import type { ConnectorDefinition, OAuth2Config } from '../../../src/define/index.ts'
import { CredentialError, HttpError } from '../../../src/errors/index.ts'
import { canary, createAcme, createFillings, findLeaks, redirectUri, requestOptions } from './acme.ts'
import { answerAlike, type Received, startLoopback } from './loopback.ts'

const granted = { access_token: canary.access, token_type: 'Bearer' }

/** The request at a token endpoint from a connector with these options. */
async function sent(
  config: Partial<OAuth2Config>,
  request: 'exchange' | 'refresh' | 'client_credentials' = 'exchange',
  app = { clientId: 'acme-app', clientSecret: canary.clientSecret },
): Promise<Received> {
  await using server = await startLoopback(answerAlike(200, granted))
  const definition = createAcme({ tokenUrl: `${server.origin}/token`, ...config })
  const options = { ...requestOptions(definition), app }
  if (request === 'exchange') await exchangeCode({ ...options, code: canary.code, redirectUri })
  else if (request === 'refresh') await refreshTokens({ ...options, refreshToken: canary.refreshToken })
  else await requestClientCredentials(options)
  const [received] = server.received
  if (!received) throw new Error('nothing was received')
  return received
}

function formOf({ body }: Received): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body))
}

describe('exchangeCode()', () => {
  test('sends a form with the code, the redirect URI as registered, and the client in the body', async () => {
    const received = await sent({})

    expect(received).toMatchObject({ method: 'POST', path: '/token' })
    expect(received.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(received.headers.accept).toBe('application/json')
    expect(received.headers['user-agent']).toMatch(/^checkwright\//)
    expect(received.headers.authorization).toBeUndefined()
    expect(formOf(received)).toEqual({
      grant_type: 'authorization_code',
      code: canary.code,
      redirect_uri: redirectUri,
      client_id: 'acme-app',
      client_secret: canary.clientSecret,
    })
  })

  test('sends the client as Basic, form-encoded as URLSearchParams does, and not in the body', async () => {
    const app = { clientId: 'a3f2-25_x.apps', clientSecret: 'p@ss:w/+ %&=é' }

    const received = await sent({ clientAuthMethod: 'header' }, 'exchange', app)

    const pair = Buffer.from(received.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    expect(pair).toBe('a3f2-25_x.apps:p%40ss%3Aw%2F%2B+%25%26%3D%C3%A9')
    expect(formOf(received)).not.toHaveProperty('client_id')
    expect(received.body).not.toContain('client_secret')
  })

  test('sends the client as Basic, raw, as curl -u does', async () => {
    const app = { clientId: 'a3f2-25_x.apps', clientSecret: 'p@ss:w/+ %&=é' }

    const received = await sent({ clientAuthMethod: 'header', clientAuthEncoding: 'raw' }, 'exchange', app)

    const pair = Buffer.from(received.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    expect(pair).toBe('a3f2-25_x.apps:p@ss:w/+ %&=é')
  })

  test('sends no raw Basic of a client id with a colon, which the server would split there (RFC 7617)', async () => {
    const app = { clientId: 'a:b', clientSecret: 'secret-1' }

    const asked = sent({ clientAuthMethod: 'header', clientAuthEncoding: 'raw' }, 'exchange', app)

    await expect(asked).rejects.toMatchObject({ code: 'AUTH_APP_MISCONFIGURED' })
  })

  test('sends the id of a public client without any secret, even where one was entered', async () => {
    const received = await sent({ publicClient: true })

    expect(formOf(received)).toMatchObject({ client_id: 'acme-app' })
    expect(received.body).not.toContain(canary.clientSecret)
    expect(received.headers.authorization).toBeUndefined()
  })

  test('sends JSON where the connector says so', async () => {
    const received = await sent({ tokenBody: 'json', tokenParams: { audience: 'a b' } })

    expect(received.headers['content-type']).toBe('application/json')
    expect(JSON.parse(received.body)).toEqual({
      grant_type: 'authorization_code',
      audience: 'a b',
      code: canary.code,
      redirect_uri: redirectUri,
      client_id: 'acme-app',
      client_secret: canary.clientSecret,
    })
  })

  test('fills URL and tokenParams, encoded in the URL and as they are in parameters', async () => {
    await using server = await startLoopback(answerAlike(200, granted))
    const definition = createAcme(
      {
        tokenUrl: `${server.origin}/{tenant}/token?v={API_VERSION}`,
        tokenParams: { resource: 'https://{tenant}/', grant_type: 'password' },
        customSettings: [{ id: 'version', label: 'Version', type: 'text', token: '{API_VERSION}' }],
      },
      { credentialFields: [{ id: 'tenant', label: 'Tenant', type: 'text' }] },
    )
    const fillings = createFillings(definition, { tenant: 'a/b {tenant}' }, { version: '2&x' })

    await exchangeCode({ ...requestOptions(definition), fillings, code: canary.code, redirectUri })

    const [received] = server.received
    expect(received?.path).toBe('/a%2Fb%20%7Btenant%7D/token?v=2%26x')
    expect(new URLSearchParams(received?.body).get('resource')).toBe('https://a/b {tenant}/')
    expect(new URLSearchParams(received?.body).getAll('grant_type')).toEqual(['authorization_code'])
  })

  test('sends the verifier when there is one', async () => {
    await using server = await startLoopback(answerAlike(200, granted))
    const definition = createAcme({ tokenUrl: server.origin, pkce: true })

    await exchangeCode({
      ...requestOptions(definition),
      code: canary.code,
      redirectUri,
      codeVerifier: canary.codeVerifier,
    })

    expect(new URLSearchParams(server.received[0]?.body).get('code_verifier')).toBe(canary.codeVerifier)
  })

  test('calls the fetch that it is handed with a URL text and redirect "manual"', async () => {
    const calls: [string, { method: string; redirect: string }][] = []
    const definition = createAcme()
    const tokens = await exchangeCode({
      ...requestOptions(definition),
      code: canary.code,
      redirectUri,
      fetch: async (url, { method, redirect }) => {
        calls.push([url, { method, redirect }])
        return Response.json(granted)
      },
    })

    expect(tokens).toEqual({ accessToken: canary.access, captured: {} })
    expect(calls).toEqual([['https://acme.example/token', { method: 'POST', redirect: 'manual' }]])
  })
})

describe('refreshTokens()', () => {
  test('sends the refresh token with tokenParams to tokenUrl by default', async () => {
    const received = await sent({ tokenParams: { audience: 'api' } }, 'refresh')

    expect(received.path).toBe('/token')
    expect(formOf(received)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: canary.refreshToken,
      audience: 'api',
      client_id: 'acme-app',
      client_secret: canary.clientSecret,
    })
  })

  test('sends refreshParams instead of tokenParams, to refreshUrl', async () => {
    await using server = await startLoopback(answerAlike(200, granted))
    const definition = createAcme({
      tokenUrl: `${server.origin}/token`,
      tokenParams: { audience: 'api' },
      refreshUrl: `${server.origin}/refresh`,
      refreshParams: { prolong: 'yes' },
    })

    await refreshTokens({ ...requestOptions(definition), refreshToken: canary.refreshToken })

    const [received] = server.received
    expect(received?.path).toBe('/refresh')
    expect(new URLSearchParams(received?.body).get('prolong')).toBe('yes')
    expect(new URLSearchParams(received?.body).has('audience')).toBe(false)
  })

  test('refuses a connector that declares no refresh tokens, and sends nothing', async () => {
    await using server = await startLoopback(answerAlike(200, granted))
    const definition = createAcme({ tokenUrl: server.origin, supportsRefreshToken: false })

    const refreshing = refreshTokens({ ...requestOptions(definition), refreshToken: canary.refreshToken })

    await expect(refreshing).rejects.toThrow(TypeError)
    expect(server.received).toEqual([])
  })
})

describe('requestClientCredentials()', () => {
  test('asks for all declared scopes, joined as the connector says', async () => {
    const received = await sent({ grant: 'client_credentials', scopeSeparator: ',' }, 'client_credentials')

    expect(formOf(received)).toEqual({
      grant_type: 'client_credentials',
      scope: 'users:read,groups:read',
      client_id: 'acme-app',
      client_secret: canary.clientSecret,
    })
  })

  test('leaves scope out where none is declared', async () => {
    const received = await sent({ grant: 'client_credentials', scopes: [] }, 'client_credentials')

    expect(formOf(received)).not.toHaveProperty('scope')
  })
})

describe('the client secret', () => {
  const byHost = (tokenUrl: string, pattern?: string): ConnectorDefinition =>
    createAcme({ tokenUrl, capture: [{ from: 'callback', path: 'dc', id: 'dc', pattern }] }, {})

  test.each([
    ['a path', 'https://{dc}.acme.example/token', 'evil.example/'],
    ['another host', 'https://{dc}.acme.example/token', 'evil.example'],
    ['a user name', 'https://{dc}.acme.example/token', 'us@evil.example'],
    ['a fragment', 'https://{dc}.acme.example/token', 'evil.example#'],
    ['a host that its pattern does not allow', 'https://{dc}/token', 'evil.example'],
    ['plain http', '{dc}/token', 'http://eu.acme.example'],
  ])('is not sent where a captured value brings in %s', async (_what, tokenUrl, dc) => {
    const definition = byHost(
      tokenUrl,
      tokenUrl.includes('.acme') ? undefined : '(?:http://)?[a-z]{2}\\.acme\\.example',
    )
    let asked = 0

    const exchange = exchangeCode({
      ...requestOptions(definition),
      fillings: createFillings(definition, { dc }),
      code: canary.code,
      redirectUri,
      fetch: async () => {
        asked += 1
        return Response.json(granted)
      },
    })

    await expect(exchange).rejects.toThrow(CredentialError)
    expect(asked).toBe(0)
  })

  test('is asked for, by name, before anything is sent', async () => {
    await using server = await startLoopback(answerAlike(200, granted))
    const definition = createAcme({ tokenUrl: server.origin })
    const app = { clientId: 'acme-app', clientSecret: '' }

    const exchange = exchangeCode({ ...requestOptions(definition), app, code: canary.code, redirectUri })

    await expect(exchange).rejects.toMatchObject({
      code: 'AUTH_APP_MISCONFIGURED',
      message: expect.stringMatching(/no client secret/),
    })
    expect(server.received).toEqual([])
  })
})

describe('a token request that cannot be made', () => {
  test('is transient where nobody listens, names the reason, and holds no secret', async () => {
    const { origin } = await startLoopback(answerAlike(200, {})).then(async (server) => {
      await server[Symbol.asyncDispose]()
      return server
    })
    const definition = createAcme({ tokenUrl: origin })

    const error: unknown = await refreshTokens({
      ...requestOptions(definition),
      refreshToken: canary.refreshToken,
    }).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({
      code: 'AUTH_TRANSIENT',
      retryable: true,
      message: expect.stringMatching(/ECONNREFUSED/),
    })
    expect(error).not.toHaveProperty('cause')
    expect(findLeaks(error)).toEqual([])
  })

  test('ends by its deadline even when fetch does not heed its signal', async () => {
    const definition = createAcme()

    const refreshing = refreshTokens({
      ...requestOptions(definition),
      refreshToken: canary.refreshToken,
      deadlineMs: 20,
      fetch: () => new Promise(() => undefined),
    })

    await expect(refreshing).rejects.toMatchObject({
      code: 'AUTH_TRANSIENT',
      message: expect.stringMatching(/in time/),
    })
  })

  test("ends with the reason of the caller's signal, and aborts the request", async () => {
    await using server = await startLoopback(() => controller.abort(reason))
    const controller = new AbortController()
    const reason = new Error('shutting down')
    const definition = createAcme({ tokenUrl: server.origin })
    let ended: AbortSignal | undefined

    const exchange = exchangeCode({
      ...requestOptions(definition),
      code: canary.code,
      redirectUri,
      signal: controller.signal,
      fetch: (url, init) => {
        ended = init.signal
        return fetch(url, init)
      },
    })

    await expect(exchange).rejects.toBe(reason)
    expect(ended?.aborted).toBe(true)
  })

  test('sends nothing when the signal is aborted already', async () => {
    await using server = await startLoopback(answerAlike(200, granted))
    const definition = createAcme({ tokenUrl: server.origin })
    const signal = AbortSignal.abort(new Error('over'))

    const exchange = exchangeCode({ ...requestOptions(definition), code: canary.code, redirectUri, signal })

    await expect(exchange).rejects.toThrow('over')
    expect(server.received).toEqual([])
  })

  test('passes on what fetch refuses to ask, which no retry would change', async () => {
    const refusal = new HttpError('10.0.0.1 is not a public address.', {
      code: 'HTTP_HOST_REFUSED',
      method: 'POST',
      url: 'https://acme.example/token',
    })
    const definition = createAcme()

    const refreshing = refreshTokens({
      ...requestOptions(definition),
      refreshToken: canary.refreshToken,
      fetch: () => Promise.reject(refusal),
    })

    await expect(refreshing).rejects.toBe(refusal)
  })

  test('reports what the transport reports of the network as transient', async () => {
    const definition = createAcme()
    const place = { method: 'POST', url: 'https://acme.example/token' }
    const network = new HttpError('acme.example cannot be reached.', {
      ...place,
      code: 'HTTP_NETWORK',
      retryable: true,
    })
    const tooLarge = new HttpError('too large', { ...place, code: 'HTTP_BODY_TOO_LARGE' })
    const refreshWith = (error: Error) =>
      refreshTokens({
        ...requestOptions(definition),
        refreshToken: canary.refreshToken,
        fetch: () => Promise.reject(error),
      })

    await expect(refreshWith(network)).rejects.toMatchObject({
      name: 'AuthError',
      code: 'AUTH_TRANSIENT',
      retryable: true,
    })
    await expect(refreshWith(tooLarge)).rejects.toMatchObject({ name: 'AuthError', code: 'AUTH_REPLY_INVALID' })
  })

  test('is a TypeError for an empty client id', async () => {
    const definition = createAcme()
    const app = { clientId: '', clientSecret: canary.clientSecret }

    const exchange = exchangeCode({ ...requestOptions(definition), app, code: canary.code, redirectUri })

    await expect(exchange).rejects.toThrow(TypeError)
  })
})

test('openid-client is imported by one file of src/, lazily', () => {
  const source = fileURLToPath(new URL('../../../src/', import.meta.url))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))

  const importing = files.filter((name) =>
    /(?:from|import) ?\(?'openid-client'/.test(readFileSync(source + name, 'utf8')),
  )

  expect(importing).toEqual(['auth/oauth/openid-adapter.ts'])
  expect(readFileSync(`${source}auth/oauth/openid-adapter.ts`, 'utf8')).not.toMatch(/from 'openid-client'/)
})
