import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { TokenSource } from '../../src/auth/strategies/oauth2.ts'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import type { AuthenticateReply } from '../../src/define/index.ts'
import { AuthError } from '../../src/errors/index.ts'
import { catchError, joinJson, openClient, secretKey, serve } from './support.ts'

const custom = {
  type: 'custom',
  config: {
    credentialFields: [
      { id: 'user', label: 'User', type: 'text', required: true },
      { id: 'secret', label: 'Secret', type: 'password', required: true },
    ],
  },
} as const
const credentials = { user: 'ada', secret: secretKey }

/** A vendor whose sessions end when the test says so: POST /login gives the next one, everything else asks for it. */
async function sessionVendor({ valid = (_session: string): boolean => true, lifeS = 3600 } = {}) {
  let sessions = 0
  return serve((request) => {
    if (request.path === '/login') {
      const body = JSON.parse(request.body)
      return body.secret === secretKey
        ? { json: { session: `minted-session-${++sessions}`, lifeS } }
        : { status: 403, json: { message: 'wrong' } }
    }
    const session = String(request.headers['x-session'])
    return session === `minted-session-${sessions}` && valid(session)
      ? { json: { ok: true } }
      : { status: 401, json: { message: `no ${session}` } }
  })
}

const logins = (vendor: { seen: readonly { path: string }[] }) =>
  vendor.seen.filter(({ path }) => path === '/login').length

/** Logs in as a connector would. */
const authenticate = async (ctx: {
  credentials: Record<string, unknown>
  now: Date
  fetch: (path: string, init?: RequestInit) => Promise<Response>
}): Promise<AuthenticateReply> => {
  const response = await ctx.fetch('/login', { method: 'POST', body: JSON.stringify(ctx.credentials) })
  if (!response.ok) throw new Error(`Login refused: ${await response.text()}`)
  const { session, lifeS } = (await response.json()) as { session: string; lifeS: number }
  return { headers: { 'X-Session': session }, expiresAtMs: ctx.now.getTime() + lifeS * 1000 }
}
const hooks = { authenticate } as never

describe('the authenticate hook', () => {
  test('is called once for 50 requests at once, and its reply is on each of them', async () => {
    const vendor = await sessionVendor()
    const { client } = await openClient({ baseUrl: vendor.origin, auth: custom }, { credentials, hooks })

    await Promise.all(Array.from({ length: 50 }, (_each, index) => client.get(`/${index}`)))

    expect(logins(vendor)).toBe(1)
    expect(vendor.seen).toHaveLength(51)
  })

  test('works with one request in flight, which the login itself needs', async () => {
    const vendor = await sessionVendor()
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: custom, limits: { concurrency: 1 } },
      { credentials, hooks },
    )

    await Promise.all(['/a', '/b'].map((path) => client.get(path)))

    expect(logins(vendor)).toBe(1)
  })

  test('is called once more where the connector reads from another status that the login has ended', async () => {
    let logins = 0
    const vendor = await serve((request) =>
      request.headers['x-session'] === 's1' ? { status: 403, json: { code: 'ExpiredToken' } } : { json: 'ok' },
    )
    const hooks = {
      authenticate: () => ({ headers: { 'X-Session': `s${++logins}` } }),
      classify: ({ status }: { status: number }) => (status === 403 ? 'auth' : undefined),
    }
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: custom },
      { credentials, hooks: hooks as never },
    )

    expect(await client.get('/x')).toBe('ok')
    expect(logins).toBe(2)
  })

  test('is called once more for 50 requests that are answered 401, each of which is sent again', async () => {
    let ended = false
    const vendor = await sessionVendor({ valid: (session) => !(ended && session === 'minted-session-1') })
    const { client } = await openClient({ baseUrl: vendor.origin, auth: custom }, { credentials, hooks })
    await client.get('/first')
    ended = true

    await Promise.all(Array.from({ length: 50 }, (_each, index) => client.post(`/${index}`, { reads: true })))

    expect(logins(vendor)).toBe(2)
  })

  test('is called once more and not again for a request that stays refused', async () => {
    const vendor = await sessionVendor({ valid: () => false })
    const { client, told } = await openClient({ baseUrl: vendor.origin, auth: custom }, { credentials, hooks })

    const error = await catchError(client.get('/x'))

    expect(error).toMatchObject({ code: 'AUTH_REJECTED', kind: 'auth' })
    expect(logins(vendor)).toBe(2)
    expect(vendor.seen.filter(({ path }) => path === '/x')).toHaveLength(2)
    expect(joinJson(error, told)).not.toContain('minted-session')
  })

  test('is called again shortly before its reply ends', async () => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const vendor = await sessionVendor({ lifeS: 60 })
    const { client } = await openClient({ baseUrl: vendor.origin, auth: custom }, { credentials, hooks, clock })
    await client.get('/a')
    clock.advance(49_000)
    await client.get('/b')
    const before = logins(vendor)
    clock.advance(2000)

    await client.get('/c')

    expect([before, logins(vendor)]).toEqual([1, 2])
  })

  test('cannot leave the connector’s hosts, by URL or by redirect, and carries no credentials', async () => {
    const stranger = await serve()
    const vendor = await serve(() => ({ status: 302, headers: { location: stranger.origin } }))
    const attempts = [(origin: string) => origin, () => '/redirects']

    for (const target of attempts) {
      const { client } = await openClient(
        { baseUrl: vendor.origin, auth: custom },
        {
          credentials,
          hooks: {
            authenticate: async (ctx: { fetch: typeof fetch }) => {
              await ctx.fetch(target(stranger.origin))
              return {}
            },
          } as never,
        },
      )

      expect(await catchError(client.get('/'))).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    }
    expect(stranger.seen).toEqual([])
    expect(vendor.seen.map(({ path }) => path)).toEqual(['/redirects'])
  })

  test('that fails ends the request as AUTH_LOGIN_FAILED, without what the vendor said in confidence', async () => {
    const vendor = await serve(() => ({
      status: 403,
      json: { token: 'minted-0123456789abcdef', message: 'wrong tenant' },
    }))
    const { client, told } = await openClient({ baseUrl: vendor.origin, auth: custom }, { credentials, hooks })

    const error = await catchError(client.get('/'))

    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({
      code: 'AUTH_LOGIN_FAILED',
      message: expect.stringContaining("Acme's login failed: Error: Login refused"),
    })
    expect(joinJson(error, told)).not.toContain('minted-')
    expect(joinJson(error, told)).not.toContain(secretKey)
    expect((error as Error).message).toContain('wrong tenant')
  })

  test('whose vendor cannot be reached is a network error', async () => {
    const { client } = await openClient({ baseUrl: 'http://127.0.0.1:9', auth: custom }, { credentials, hooks })

    expect(await catchError(client.get('/', { retry: false }))).toMatchObject({ code: 'HTTP_NETWORK' })
  })

  test('that finds no token is not taken for a login', async () => {
    const vendor = await serve()
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: custom },
      { credentials, hooks: { authenticate: async () => ({ headers: { 'X-Session': undefined } }) } as never },
    )

    expect(await catchError(client.get('/'))).toMatchObject({
      code: 'AUTH_LOGIN_FAILED',
      message: expect.stringContaining('"X-Session"'),
    })
    expect(vendor.seen).toEqual([])
  })

  test('may put its login into the query', async () => {
    const vendor = await serve(() => ({ status: 403, json: {} }))
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: custom },
      { credentials, hooks: { authenticate: async () => ({ query: { sid: 'minted-777' } }) } as never },
    )

    const error = await catchError(client.get('/x'))

    expect(vendor.seen[0]?.path).toBe('/x?sid=minted-777')
    expect(error).toMatchObject({ url: `${vendor.origin}/x` })
  })

  test('is not cancelled for others by one who gives up', async () => {
    let letIn = () => {}
    const gate = new Promise<void>((resolve) => (letIn = resolve))
    const vendor = await serve(async (request) => {
      if (request.path === '/login') await gate
      return { json: { session: 'minted-1', lifeS: 60 } }
    })
    const { client } = await openClient({ baseUrl: vendor.origin, auth: custom }, { credentials, hooks })
    const quitter = new AbortController()
    const first = catchError(client.fetch('/a', { signal: quitter.signal }))
    const second = client.get('/b')

    quitter.abort(new Error('enough'))
    const error = await first
    letIn()

    expect(error).toEqual(new Error('enough'))
    expect(await second).toEqual({ session: 'minted-1', lifeS: 60 })
    expect(logins(vendor)).toBe(1)
  })
})

describe('a login that is kept between runs', () => {
  const cacheOf = (saved: AuthenticateReply | undefined) => {
    const saves: (AuthenticateReply | undefined)[] = []
    return {
      saves,
      load: async () => saved,
      save: async (reply: AuthenticateReply | undefined) => void saves.push(reply),
    }
  }

  test('is used while it lives, and is known as a secret', async () => {
    const vendor = await serve(() => ({ status: 500, json: { message: 'bad kept-session-1' } }))
    const loginCache = cacheOf({ headers: { 'X-Session': 'kept-session-1' } })
    const { client } = await openClient({ baseUrl: vendor.origin, auth: custom }, { credentials, hooks, loginCache })

    const error = await catchError(client.get('/x'))

    expect(vendor.seen.map(({ path, headers }) => [path, headers['x-session']])).toEqual([['/x', 'kept-session-1']])
    expect(joinJson(error)).not.toContain('kept-session-1')
    expect(error).toMatchObject({ excerpt: 'bad [redacted]' })
  })

  test.each([
    ['has ended', { headers: { 'X-Session': 'old' }, expiresAtMs: 1 }, 1],
    ['is refused by the vendor', { headers: { 'X-Session': 'old' } }, 2],
    ['is not there', undefined, 1],
  ])('is replaced when it %s', async (_name, saved, saves) => {
    const vendor = await sessionVendor()
    const loginCache = cacheOf(saved)
    const { client } = await openClient({ baseUrl: vendor.origin, auth: custom }, { credentials, hooks, loginCache })

    await client.get('/x')

    expect(logins(vendor)).toBe(1)
    expect(loginCache.saves).toHaveLength(saves)
    expect(loginCache.saves.at(-1)).toMatchObject({ headers: { 'X-Session': 'minted-session-1' } })
    if (saves === 2) expect(loginCache.saves[0]).toBeUndefined()
  })
})

describe('the sign hook', () => {
  const sign = (
    request: { method: string; url: URL; headers: Headers; body?: Uint8Array },
    ctx: { credentials: Record<string, unknown>; now: Date },
  ) => {
    const text = `${request.method}\n${request.url.pathname}${request.url.search}\n${ctx.now.toISOString()}\n${Buffer.from(request.body ?? []).toString()}`
    request.headers.set('x-signature', createHmac('sha256', String(ctx.credentials.secret)).update(text).digest('hex'))
    request.headers.set('x-date', ctx.now.toISOString())
  }

  test('signs each attempt with its final URL, headers and body', async () => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const vendor = await serve((_request, _response, nth) => (nth === 1 ? { status: 503, json: {} } : { json: {} }))
    const calls: string[] = []
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: custom, query: { v: '1' }, headers: { 'X-Tenant': 'blue' } },
      {
        credentials,
        clock,
        hooks: {
          sign: (request: Parameters<typeof sign>[0], ctx: Parameters<typeof sign>[1]) => {
            calls.push(`${request.headers.get('x-tenant')} ${request.headers.get('content-type')}`)
            sign(request, ctx)
          },
        } as never,
      },
    )

    await client.post('/x', { body: { a: 'ü' }, reads: true, retry: true })

    expect(calls).toEqual(['blue application/json', 'blue application/json'])
    for (const seen of vendor.seen) {
      const text = `POST\n${seen.path}\n${seen.headers['x-date']}\n${seen.body}`
      expect(seen.path).toBe('/x?v=1')
      expect(seen.headers['x-signature']).toBe(createHmac('sha256', secretKey).update(text).digest('hex'))
    }
    expect(vendor.seen[0]?.headers['x-date']).not.toBe(vendor.seen[1]?.headers['x-date'])
  })

  test('signs with the keys of a login, which no request carries and no output shows', async () => {
    const vendor = await serve((request) => ({ json: { said: request.headers['x-signature'] } }))
    const key = 'minted-signing-key-0815'
    const { client, redactor } = await openClient(
      { baseUrl: vendor.origin, auth: custom },
      {
        credentials,
        hooks: {
          authenticate: () => ({ keys: { key } }),
          sign: (request: { headers: Headers }, ctx: { keys: Record<string, string> }) =>
            request.headers.set('x-signature', createHmac('sha256', String(ctx.keys.key)).update('x').digest('hex')),
        } as never,
      },
    )

    const { said } = await client.get<{ said: string }>('/x')

    expect(said).toBe(createHmac('sha256', key).update('x').digest('hex'))
    expect(JSON.stringify(vendor.seen)).not.toContain(key)
    expect(redactor.text(`the ${key}`)).not.toContain(key)
  })

  test('signs after the wait for the limit, so that its time is right', async () => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const vendor = await serve()
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: custom, limits: { requestsPerSecond: 0.1, burst: 1 } },
      { credentials, clock, hooks: { sign } as never },
    )

    await client.get('/a')
    await client.get('/b')

    expect(vendor.seen.map(({ headers }) => headers['x-date'])).toEqual([
      '2026-05-01T12:00:00.000Z',
      '2026-05-01T12:00:10.000Z',
    ])
  })

  test('may add to the query, which nobody is shown', async () => {
    const vendor = await serve(() => ({ status: 403, json: {} }))
    const { client, told } = await openClient(
      { baseUrl: vendor.origin, auth: custom },
      {
        credentials,
        hooks: { sign: ({ url }: { url: URL }) => url.searchParams.set('X-Sig', 'sig-value-99') } as never,
      },
    )

    const error = await catchError(client.get('/x'))

    expect(vendor.seen[0]?.path).toBe('/x?X-Sig=sig-value-99')
    expect(joinJson(error, told)).not.toContain('sig-value-99')
  })

  test.each([
    ['host', { hostname: 'localhost' }],
    ['port', { port: '1' }],
    ['scheme', { protocol: 'https:' }],
  ])('cannot change the %s', async (_name, change) => {
    const vendor = await serve()
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: custom },
      { credentials, hooks: { sign: ({ url }: { url: URL }) => Object.assign(url, change) } as never },
    )

    expect(await catchError(client.get('/'))).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(vendor.seen).toEqual([])
  })

  test('does not sign what goes to another host, or what logs in', async () => {
    const [vendor, stranger] = [await sessionVendor(), await serve()]
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: custom },
      { credentials, hooks: { authenticate, sign } as never },
    )

    await client.get('/own')
    await client.get(`${stranger.origin}/x`)

    expect(vendor.seen.map(({ path, headers }) => [path, 'x-signature' in headers])).toEqual([
      ['/login', false],
      ['/own', true],
    ])
    expect(stranger.seen[0]?.headers).not.toHaveProperty('x-signature')
  })

  test('that throws is the connector’s mistake, told without what it had in hand, and frees its slot', async () => {
    const vendor = await serve()
    let throws = true
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: custom, limits: { concurrency: 1 } },
      {
        credentials,
        hooks: {
          sign: ({ headers }: { headers: Headers }) => {
            if (throws) headers.set('x-signature', 'derived-key-0123456789\n\0')
          },
        } as never,
      },
    )

    const error = await catchError(client.get('/'))
    throws = false
    await client.get('/')

    expect(error).toMatchObject({
      name: 'CheckError',
      code: 'CHECK_THREW',
      message: expect.stringContaining('sign hook of "acme" threw TypeError'),
    })
    expect(joinJson(error)).not.toContain('derived-key')
  })
})

describe('401', () => {
  test('renews an access token once, and sends any method again', async () => {
    const refused: string[] = []
    const vendor = await serve((request) =>
      request.headers.authorization === 'Bearer token-two' ? { json: 'ok' } : { status: 401, json: {} },
    )
    let value = 'token-one'
    const tokens: TokenSource = {
      getToken: async () => ({ value, generation: value === 'token-one' ? 1 : 2 }),
      renew: async (token) => {
        refused.push(token.value)
        value = 'token-two'
        return { value, generation: 2 }
      },
    }
    const auth = {
      type: 'oauth2',
      config: { authorizeUrl: 'https://acme.example/a', tokenUrl: 'https://acme.example/t', scopes: [] },
    } as const
    const { client, told } = await openClient({ baseUrl: vendor.origin, auth }, { tokens, credentials: {} })

    const answer = await client.post('/x', { reads: true })

    expect(answer).toBe('ok')
    expect(refused).toEqual(['token-one'])
    // Not a retry: nothing was wrong with the vendor.
    expect(told.requests.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 401],
      [1, 200],
    ])
  })

  test('of a fixed credential is final', async () => {
    const vendor = await serve(() => ({ status: 401, json: {} }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await catchError(client.get('/'))).toMatchObject({ code: 'AUTH_REJECTED', kind: 'auth' })
    expect(vendor.seen).toHaveLength(1)
  })

  test('of another host renews nothing', async () => {
    const [vendor, stranger] = [await sessionVendor(), await serve(() => ({ status: 401 }))]
    const { client } = await openClient({ baseUrl: vendor.origin, auth: custom }, { credentials, hooks })

    await catchError(client.get(stranger.origin))

    expect(vendor.seen).toEqual([])
  })
})

describe('openSession() registers as secret', () => {
  const known = async (definition: object, values: Record<string, string>, text: string) => {
    const { redactor } = await openClient({ baseUrl: 'http://127.0.0.1:9', ...definition }, { credentials: values })
    return redactor.finds(text)
  }
  const field = (id: string, type: string) => ({ id, label: id, type, required: true })

  test('passwords and keys, and no other field', async () => {
    expect(await known({}, { api_key: 'key-in-use' }, 'key-in-use')).toBe(true)
    expect(
      await known(
        { auth: { type: 'custom', config: { credentialFields: [field('a', 'text')] } } },
        { a: 'eu-central' },
        'eu-central',
      ),
    ).toBe(false)
    expect(
      await known({ credentialFields: [field('b', 'password')] }, { api_key: 'k', b: 'second-one' }, 'second-one'),
    ).toBe(true)
  })

  test('text areas, where keys of several lines are pasted', async () => {
    const pem = '-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----'
    const definition = { auth: { type: 'custom', config: { credentialFields: [field('pem', 'textarea')] } } }

    expect(await known(definition, { pem }, JSON.stringify({ note: pem }))).toBe(true)
  })

  test('the user name whose password everybody knows, and the pair of Basic', async () => {
    const pair = Buffer.from('sk_live_123456:').toString('base64')
    const fixed = { auth: { type: 'basic', config: { fixedPassword: '' } } }

    expect(await known(fixed, { username: 'sk_live_123456' }, 'sk_live_123456')).toBe(true)
    expect(
      await known(
        { auth: { type: 'basic', config: {} } },
        { username: 'ada', password: 'pass-word' },
        Buffer.from('ada:pass-word').toString('base64'),
      ),
    ).toBe(true)
    expect(
      await known({ auth: { type: 'basic', config: {} } }, { username: 'ada', password: 'pass-word' }, 'ada'),
    ).toBe(false)

    const vendor = await serve()
    const { client, redactor } = await openClient({ baseUrl: vendor.origin, ...fixed } as never, {
      credentials: { username: 'sk_live_123456' },
    })
    await client.get('/')
    expect(vendor.seen[0]?.headers.authorization).toBe(`Basic ${pair}`)
    expect(redactor.finds(pair)).toBe(true)
  })

  test('what a login gives: bearer tokens and cookies by themselves, plain headers not', async () => {
    const vendor = await serve()
    const reply = {
      headers: {
        Authorization: 'Bearer minted-abc',
        Cookie: 'sid=cookie-one; csrf=cookie-two',
        Accept: 'application/json',
      },
    }
    const { client, redactor } = await openClient(
      { baseUrl: vendor.origin, auth: custom },
      { credentials, hooks: { authenticate: async () => reply } as never },
    )

    await client.get('/')

    expect(redactor.text('minted-abc cookie-one cookie-two application/json')).toBe(
      '[redacted] [redacted] [redacted] application/json',
    )
  })

  test('the access token that is in use', async () => {
    const vendor = await serve()
    const auth = {
      type: 'oauth2',
      config: { authorizeUrl: 'https://acme.example/a', tokenUrl: 'https://acme.example/t', scopes: [] },
    } as const
    const tokens: TokenSource = {
      getToken: async () => ({ value: 'fresh-token-1', generation: 1 }),
      renew: async () => undefined,
    }
    const { client, redactor } = await openClient({ baseUrl: vendor.origin, auth }, { tokens, credentials: {} })

    await client.get('/')

    expect(redactor.text('fresh-token-1')).toBe('[redacted]')
  })

  test('settings of type password', async () => {
    const setting = (id: string, type: string) => ({ id, label: id, type, required: true })
    const auth = {
      type: 'oauth2',
      config: {
        authorizeUrl: 'https://acme.example/a',
        tokenUrl: 'https://acme.example/t',
        scopes: [],
        customSettings: [setting('hidden', 'password'), setting('shown', 'text')],
      },
    }
    const tokens: TokenSource = { getToken: async () => ({ value: 'x', generation: 1 }), renew: async () => undefined }
    const { redactor } = await openClient({ baseUrl: 'http://127.0.0.1:9', auth } as never, {
      tokens,
      credentials: {},
      settings: { hidden: 'hidden-one', shown: 'shown-one' },
    })

    expect(redactor.text('hidden-one shown-one')).toBe('[redacted] shown-one')
  })
})
