import { describe, expect, test } from 'vitest'
import { exchangeCode, refreshTokens, requestClientCredentials } from '../../../src/auth/oauth/token-endpoint.ts'
import type { ConfiguredTokenHook } from '../../../src/auth/oauth/token-hook.ts'
import type { ConnectorDefinition, OAuth2Config, TokenHookReply, TokenHookRequest } from '../../../src/define/index.ts'
import { AuthError } from '../../../src/errors/index.ts'
import { canary, createAcme, findLeaks, nowMs, redirectUri, requestOptions } from './acme.ts'
import { answerAlike, type Loopback, startLoopback } from './loopback.ts'

const granted = { access_token: canary.access }

function exchange(
  hook: ConfiguredTokenHook,
  config: Partial<OAuth2Config> = {},
  more: Partial<ConnectorDefinition> = {},
) {
  const options = { ...requestOptions(createAcme(config, more)), hook, deadlineMs: 2000 }
  return exchangeCode({ ...options, code: canary.code, redirectUri, codeVerifier: canary.codeVerifier })
}

function refresh(hook: ConfiguredTokenHook, config: Partial<OAuth2Config> = {}) {
  return refreshTokens({ ...requestOptions(createAcme(config)), hook, refreshToken: canary.refreshToken })
}

describe('the token hook', () => {
  test('gets what the built-in request would send, for an exchange', async () => {
    const requests: TokenHookRequest[] = []
    const definition = createAcme({ tokenParams: { audience: 'api' }, clientAuthMethod: 'header' })

    await exchangeCode({
      ...requestOptions(definition),
      credentials: { domain: 'corp' },
      settings: { region: 'eu' },
      code: canary.code,
      codeVerifier: canary.codeVerifier,
      redirectUri,
      hook: async (request) => {
        requests.push(request)
        return granted
      },
    })

    expect(requests).toEqual([
      {
        grant: 'authorization_code',
        params: {
          grant_type: 'authorization_code',
          audience: 'api',
          code: canary.code,
          redirect_uri: redirectUri,
          code_verifier: canary.codeVerifier,
          client_id: 'acme-app',
          client_secret: canary.clientSecret,
        },
        code: canary.code,
        codeVerifier: canary.codeVerifier,
        credentials: { domain: 'corp' },
        settings: { region: 'eu' },
        fetch: expect.any(Function),
      },
    ])
  })

  test('gets the same params that the built-in request puts into its body', async () => {
    await using server = await startLoopback(answerAlike(200, granted))
    const definition = createAcme({ tokenUrl: server.origin, tokenParams: { audience: 'api' } })
    const params: Readonly<Record<string, string>>[] = []
    const hook: ConfiguredTokenHook = async (request) => {
      params.push(request.params)
      return granted
    }

    for (const given of [{}, { hook }]) {
      const options = { ...requestOptions(definition), ...given }
      await exchangeCode({ ...options, code: canary.code, redirectUri })
      await refreshTokens({ ...options, refreshToken: canary.refreshToken })
      await requestClientCredentials(options)
    }

    expect(server.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual(params)
    expect(params).toHaveLength(3)
  })

  test('replaces the built-in request, and its answer is read like a reply', async () => {
    const definition = { tokenPath: 'data.token', capture: [{ from: 'token', path: 'team.id', id: 'team' }] } as const

    const tokens = await exchange(
      async () => ({
        access_token: '',
        data: { token: canary.access, expires_in: '3600', refresh_token: canary.refresh },
        team: { id: 7 },
      }),
      definition,
    )

    expect(tokens).toEqual({
      accessToken: canary.access,
      refreshToken: canary.refresh,
      expiresAtMs: nowMs + 3_600_000,
      captured: { team: '7' },
    })
  })

  test.each<[string, unknown, string]>([
    ['an error code', { error: 'invalid_grant' }, 'AUTH_REFRESH_REJECTED'],
    ['no token', { token: canary.access }, 'AUTH_REPLY_INVALID'],
    ['a DPoP token', { ...granted, token_type: 'dpop' }, 'AUTH_REPLY_INVALID'],
    ['nothing', undefined, 'AUTH_REPLY_INVALID'],
    ['text', canary.access, 'AUTH_REPLY_INVALID'],
    ['a list', [granted], 'AUTH_REPLY_INVALID'],
    ['what JSON cannot hold', { ...granted, n: 1n }, 'AUTH_REPLY_INVALID'],
  ])('is refused when it gives %s', async (_what, given, code) => {
    const error: unknown = await refresh((() => Promise.resolve(given)) as ConfiguredTokenHook).catch(
      (thrown: unknown) => thrown,
    )

    expect(error).toMatchObject({ name: 'AuthError', code })
    expect(findLeaks(error)).toEqual([])
  })

  test('leaks nothing of what it throws, whatever that is', async () => {
    const secretive = [
      new TypeError(`bad ${canary.clientSecret}`, { cause: { code: canary.code, verifier: canary.codeVerifier } }),
      Object.assign(new Error('x'), { name: canary.access, request: { params: canary } }),
      new AuthError(`no ${canary.refreshToken}`, { code: 'AUTH_REFRESH_REJECTED', vendorCode: canary.clientSecret }),
      canary,
      canary.code,
      undefined,
    ]

    const errors = await Promise.all(
      secretive.flatMap((thrown) =>
        [exchange, refresh].map((ask) => ask(() => Promise.reject(thrown)).catch((error: unknown) => error)),
      ),
    )

    expect(errors.every((error) => error instanceof AuthError)).toBe(true)
    expect(errors.flatMap(findLeaks)).toEqual([])
  })

  test('that throws an ordinary error is a mistake of the connector, which disconnects nobody', async () => {
    const broken: ConfiguredTokenHook = () => Promise.reject(new TypeError('x is not a function'))

    await expect(exchange(broken)).rejects.toMatchObject({
      code: 'AUTH_EXCHANGE_FAILED',
      message: 'The token hook of "acme" threw TypeError. Fix the hook.',
    })
    await expect(refresh(broken)).rejects.toMatchObject({ code: 'AUTH_REPLY_INVALID' })
  })

  test('may say what a refusal means by throwing an AuthError', async () => {
    const thrown = new AuthError('gone', { code: 'AUTH_REFRESH_REJECTED', vendorCode: 'grant_gone', status: 410 })

    await expect(refresh(() => Promise.reject(thrown))).rejects.toMatchObject({
      code: 'AUTH_REFRESH_REJECTED',
      vendorCode: 'grant_gone',
      status: 410,
      message: 'Acme no longer accepts the access that you granted (grant_gone, HTTP 410). Reconnect.',
    })
  })

  test('that never ends is transient', async () => {
    const definition = createAcme()

    const refreshing = refreshTokens({
      ...requestOptions(definition),
      refreshToken: canary.refreshToken,
      hook: () => new Promise(() => undefined),
      deadlineMs: 20,
    })

    await expect(refreshing).rejects.toMatchObject({ code: 'AUTH_TRANSIENT', retryable: true })
  })
})

describe("the token hook's fetch", () => {
  const viaFetch =
    (url: string, init?: RequestInit): ConfiguredTokenHook =>
    async ({ fetch }) => {
      const response = await fetch(url, init)
      return {
        ...((await response.json()) as TokenHookReply),
        status: response.status,
        location: response.headers.get('location'),
      }
    }

  test('reaches the token endpoint, the base URL and the allowed hosts, with method, headers and body', async () => {
    await using server = await startLoopback(answerAlike(200, granted))
    await using other = await startLoopback(answerAlike(200, granted))
    const places = { allowedHosts: [new URL(other.origin).host] }
    const init = { method: 'PUT', headers: { 'x-app': 'a' }, body: JSON.stringify({ a: 'é' }) }

    await exchange(viaFetch(`${server.origin}/a?b=c`, init), { tokenUrl: `${server.origin}/token` }, places)
    await exchange(viaFetch(`${server.origin}/base`), {}, { ...places, baseUrl: `${server.origin}/api` })
    await exchange(viaFetch(other.origin), {}, places)

    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /a?b=c', 'GET /base'])
    expect(server.received[0]).toMatchObject({ headers: { 'x-app': 'a' }, body: '{"a":"é"}' })
    expect(other.received).toHaveLength(1)
  })

  test.each([
    ['a stranger', 'https://evil.example/'],
    ['a host that ends alike', 'https://evilacme.example/'],
    ['another port', 'https://acme.example:8443/'],
    ['plain http', 'http://acme.example/'],
    ['a name below an allowed one', 'https://x.uploads.acme.example/'],
    ['the suffix itself', 'https://files.example/'],
  ])('does not reach %s', async (_what, url) => {
    let asked = 0
    const definition = createAcme({}, { allowedHosts: ['uploads.acme.example', '*.files.example'] })

    const exchanging = exchangeCode({
      ...requestOptions(definition),
      code: canary.code,
      redirectUri,
      hook: viaFetch(url),
      fetch: async () => {
        asked += 1
        return Response.json(granted)
      },
    })

    await expect(exchanging).rejects.toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(asked).toBe(0)
  })

  test('reaches names below an allowed suffix, and an allowed host by its default port', async () => {
    const asked: string[] = []
    const definition = createAcme({}, { allowedHosts: ['uploads.acme.example:443', '*.files.example'] })

    for (const url of ['https://uploads.acme.example/a', 'https://eu.files.example/b']) {
      await exchangeCode({
        ...requestOptions(definition),
        code: canary.code,
        redirectUri,
        hook: viaFetch(url),
        fetch: async (target) => {
          asked.push(target)
          return Response.json(granted)
        },
      })
    }

    expect(asked).toEqual(['https://uploads.acme.example/a', 'https://eu.files.example/b'])
  })

  test('follows no redirect', async () => {
    await using server = await startLoopback(answerAlike(302, granted, { location: 'https://evil.example/' }))
    let status = 0

    await exchange(
      async ({ fetch }) => {
        const response = await fetch(server.origin)
        status = response.status
        return (await response.json()) as TokenHookReply
      },
      { tokenUrl: server.origin },
    )

    expect(status).toBe(302)
    expect(server.received).toHaveLength(1)
  })

  test('gives answers without body as they are', async () => {
    await using server = await startLoopback((_request, response) => response.writeHead(204).end())
    const statuses: number[] = []

    await exchange(
      async ({ fetch }) => {
        statuses.push((await fetch(server.origin)).status)
        return granted
      },
      { tokenUrl: server.origin },
    )

    expect(statuses).toEqual([204])
  })

  test.each<[string, string, (server: Loopback) => PromiseLike<void>]>([
    ['an answer that is too large', 'AUTH_REPLY_INVALID', async () => undefined],
    ['a server that is gone', 'AUTH_TRANSIENT', (server) => server[Symbol.asyncDispose]()],
  ])('reports %s without leaking', async (_what, code, before) => {
    await using server = await startLoopback(answerAlike(200, { ...granted, pad: 'x'.repeat(70_000) }))
    await before(server)

    const error: unknown = await exchange(viaFetch(server.origin), { tokenUrl: server.origin }).catch(
      (thrown: unknown) => thrown,
    )

    expect(error).toMatchObject({ name: 'AuthError', code, retryable: false })
    expect(findLeaks(error)).toEqual([])
  })
})
