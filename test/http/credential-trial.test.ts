import { describe, expect, test } from 'vitest'
import type { ConnectorDefinition } from '../../src/define/index.ts'
import { AuthError } from '../../src/errors/index.ts'
import { catchError, openClient, serve } from './support.ts'

const basic = { type: 'basic', config: {} } as const
const digest = { type: 'basic', config: { scheme: 'digest' } } as const
const key = { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } } as const
const pair = { username: 'u', password: 'wrong-canary' }

const challengeOf = (auth: ConnectorDefinition['auth']) =>
  auth === digest ? 'Digest realm="a", nonce="n", qop="auth"' : 'Basic realm="a"'

// BuildReactor#3, aws-azure-login/aws-azure-login#63: accounts are locked after three to five tries.
describe('refused credentials are sent once', () => {
  test.each<[string, ConnectorDefinition['auth'], Record<string, string>]>([
    ['a password by Basic', basic, pair],
    ['a password by Digest', digest, pair],
  ])('%s, by many requests at once', async (_name, auth, credentials) => {
    let tries = 0
    const vendor = await serve(({ headers }) => {
      if (headers.authorization !== undefined) tries++
      return { status: 401, headers: { 'www-authenticate': challengeOf(auth) }, json: {} }
    })
    const { client } = await openClient({ baseUrl: vendor.origin, auth }, { credentials })

    const errors = await Promise.all(Array.from({ length: 10 }, (_each, at) => catchError(client.get(`/${at}`))))

    expect(tries).toBe(1)
    expect(errors).toEqual(errors.map(() => expect.objectContaining({ code: 'AUTH_REJECTED', kind: 'auth' })))
    expect(errors[9]).toMatchObject({
      message: expect.stringContaining('so nothing more was sent with them: vendors lock an account'),
    })
  })

  test('a key, by many requests at once', async () => {
    const vendor = await serve(() => ({ status: 401, json: {} }))
    const { client } = await openClient({ baseUrl: vendor.origin, auth: key })

    const errors = await Promise.all(Array.from({ length: 10 }, (_each, at) => catchError(client.get(`/${at}`))))

    expect(vendor.seen).toHaveLength(1)
    expect(errors.map((error) => (error as { code: string }).code)).toEqual(errors.map(() => 'AUTH_REJECTED'))
  })

  test('a token of a login, by many requests at once, with one more login', async () => {
    let logins = 0
    const vendor = await serve(() => ({ status: 401, json: {} }))
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: { type: 'custom', config: { credentialFields: [] } } },
      { hooks: { authenticate: async () => ({ headers: { 'x-token': `t${++logins}` } }) }, credentials: {} },
    )

    await Promise.all(Array.from({ length: 10 }, (_each, at) => catchError(client.get(`/${at}`))))

    expect([logins, vendor.seen.length]).toEqual([2, 2])
  })

  test('a login that is refused or limited, by many requests at once', async () => {
    const vendor = await serve(() => ({ status: 429, headers: { 'retry-after': '7' }, json: {} }))
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: { type: 'custom', config: { credentialFields: [] } } },
      {
        hooks: {
          authenticate: async ({ fetch }) => {
            const { status } = await fetch(`${vendor.origin}/login`, { method: 'POST' })
            throw new AuthError(`Status ${status}`, { code: 'AUTH_LOGIN_FAILED' })
          },
        },
        credentials: {},
      },
    )

    const errors = await Promise.all(Array.from({ length: 10 }, (_each, at) => catchError(client.get(`/${at}`))))

    expect(vendor.seen.map(({ path }) => path)).toEqual(['/login'])
    expect(errors).toEqual(errors.map(() => expect.objectContaining({ code: 'AUTH_LOGIN_FAILED' })))
  })

  test('a key, by one request after the other', async () => {
    const vendor = await serve(() => ({ status: 401, json: {} }))
    const { client } = await openClient({ baseUrl: vendor.origin, auth: key })

    for (let at = 0; at < 10; at++) await catchError(client.get(`/${at}`))

    expect(vendor.seen).toHaveLength(1)
  })

  test('a token that a login got and the vendor refuses, with one more login', async () => {
    let logins = 0
    const vendor = await serve(() => ({ status: 401, json: {} }))
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: { type: 'custom', config: { credentialFields: [] } } },
      { hooks: { authenticate: async () => ({ headers: { 'x-token': `t${++logins}` } }) }, credentials: {} },
    )

    for (let at = 0; at < 10; at++) await catchError(client.get(`/${at}`))

    expect([logins, vendor.seen.length]).toEqual([2, 2])
  })
})

describe('other requests wait for the answer to the first one', () => {
  test('for a second at most, where a refused try locks nothing', async () => {
    const waiting: (() => void)[] = []
    const vendor = await serve(async ({ path }) => {
      if (path === '/slow') await new Promise<void>((resolve) => waiting.push(resolve))
      return { json: {} }
    })
    const { client } = await openClient({ baseUrl: vendor.origin, auth: key })

    const slow = client.get('/slow')
    await Promise.all([1, 2, 3].map((at) => client.get(`/${at}`)))
    for (const go of waiting) go()
    await slow

    expect(vendor.seen.map(({ path }) => path).toSorted()).toEqual(['/1', '/2', '/3', '/slow'])
  })

  test('and none waits for a request of a stranger', async () => {
    const vendor = await serve(({ path }, _response) => (path === '/slow' ? undefined : { json: {} }))
    const { client } = await openClient({ baseUrl: vendor.origin, auth: basic }, { credentials: pair })

    const slow = client.get('/slow', { anonymous: true, timeoutMs: 500, retry: false }).catch(() => 'late')
    await client.get('/1')

    expect(await slow).toBe('late')
  })
})

describe('credentials that were taken once are sent again', () => {
  test.each([200, 403, 404])('also after a 401 behind a %i', async (status) => {
    const vendor = await serve(({ path }) => ({ status: path === '/first' ? status : 401, json: {} }))
    const { client } = await openClient({ baseUrl: vendor.origin, auth: basic }, { credentials: pair })

    for (const path of ['/first', '/a', '/b']) await client.get(path).catch(() => undefined)

    expect(vendor.seen).toHaveLength(3)
  })

  test('after a scope is missing, which is about what was asked', async () => {
    const vendor = await serve(() => ({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="users:read"' },
      json: {},
    }))
    const { client } = await openClient({ baseUrl: vendor.origin, auth: key })

    for (const path of ['/a', '/b']) await client.get(path).catch(() => undefined)

    expect(vendor.seen).toHaveLength(2)
  })

  test('after no answer, and by many at once when the first was taken', async () => {
    const vendor = await serve((_request, response, nth) => {
      if (nth > 1) return { json: {} }
      response.destroy()
      return undefined
    })
    const { client } = await openClient({ baseUrl: vendor.origin, auth: basic }, { credentials: pair })

    const first = await catchError(client.get('/0', { retry: false }))
    const answers = await Promise.all(Array.from({ length: 5 }, (_each, at) => client.get(`/${at}`)))

    expect(first).toMatchObject({ code: 'HTTP_NETWORK' })
    expect(answers).toHaveLength(5)
  })
})

describe('an ended token is renewed once, however it is told', () => {
  /** A client whose login gives another token each time. */
  const openRenewing = (definition: Partial<ConnectorDefinition> & { readonly baseUrl: string }, hooks = {}) => {
    let logins = 0
    const authenticate = async () => ({ headers: { authorization: `Bearer t${logins++}` } })
    const auth = { type: 'custom', config: { credentialFields: [] } } as const
    return openClient({ ...definition, auth }, { hooks: { ...hooks, authenticate }, credentials: {} })
  }

  test.each<[string, number, Record<string, string>, unknown]>([
    ['RFC 6750 with 403', 403, { 'www-authenticate': 'Bearer error="invalid_token"' }, {}],
    ['RFC 6750 with 400', 400, { 'www-authenticate': 'Bearer realm="x", error=invalid_token' }, {}],
    ['Laravel', 419, {}, {}],
    ['Esri', 498, {}, {}],
    ['IIS', 440, {}, {}],
    ['a code in the body of a 403', 403, {}, { error: 'token_expired' }],
    ['a nested code', 400, {}, { error: { code: 'InvalidAuthenticationToken' } }],
    ['Salesforce', 403, {}, [{ errorCode: 'INVALID_SESSION_ID' }]],
    ['a sentence for a code', 403, {}, { error: 'jwt expired' }],
    ['AWS', 400, {}, { __type: 'com.amazon.coral.service#ExpiredTokenException' }],
    ['a code in a list of errors', 403, {}, { errors: [{ code: 'TOKEN_EXPIRED' }] }],
    ['Slack, with 200', 200, {}, { ok: false, error: 'token_expired' }],
    ['an object with 200', 200, {}, { success: false, error: { code: 'SESSION_EXPIRED' } }],
  ])('by %s', async (_name, status, headers, json) => {
    const vendor = await serve(({ headers: sent }) =>
      sent.authorization === 'Bearer t0' ? { status, headers, json } : { json: { users: [] } },
    )
    const { client } = await openRenewing({ baseUrl: vendor.origin })

    expect(await client.get('/users')).toEqual({ users: [] })
    expect(vendor.seen).toHaveLength(2)
  })

  test('a thing that has such a word is asked for once more, and then taken for what it is', async () => {
    const thing = { id: 1, error: 'token_expired' }
    const vendor = await serve(() => ({ json: thing }))
    const { client } = await openRenewing({ baseUrl: vendor.origin })

    const things = [await client.get('/1'), await client.get('/2'), await client.get('/3')]

    expect(things).toEqual([thing, thing, thing])
    expect(vendor.seen.map(({ path }) => path)).toEqual(['/1', '/1', '/2', '/3'])
  })

  test('by a 200 to requests side by side, with one more login', async () => {
    let logins = 0
    const vendor = await serve(({ headers }) =>
      headers['x-token'] === 't1' ? { json: { ok: false, error: 'token_expired' } } : { json: { ok: true } },
    )
    const { client } = await openClient(
      { baseUrl: vendor.origin, auth: { type: 'custom', config: { credentialFields: [] } } },
      { hooks: { authenticate: async () => ({ headers: { 'x-token': `t${++logins}` } }) }, credentials: {} },
    )

    const answers = await Promise.all(Array.from({ length: 5 }, (_each, at) => client.get(`/${at}`)))

    expect(answers).toEqual(answers.map(() => ({ ok: true })))
    expect(logins).toBe(2)
  })

  test('and a key, which cannot be renewed, is not asked with again', async () => {
    const vendor = await serve(() => ({ json: { ok: false, error: 'token_expired' } }))
    const { client } = await openClient({ baseUrl: vendor.origin, auth: key })

    await client.get('/1')

    expect(vendor.seen).toHaveLength(1)
  })

  test.each<[number, unknown]>([
    [403, { error: 'forbidden', message: 'The token has no right' }],
    [404, { error: 'invalid_token' }],
    [400, { errors: 'expired_token of a user' }],
  ])('and not for %i %j', async (status, json) => {
    const vendor = await serve(() => ({ status, json }))
    const { client } = await openRenewing({ baseUrl: vendor.origin })

    await catchError(client.get('/users'))

    expect(vendor.seen).toHaveLength(1)
  })

  test.each<[string, Partial<ConnectorDefinition>, object]>([
    ['successPath', { successPath: 'ok' }, { ok: false, error: 'token_gone' }],
    ['a body that refuses', {}, { error: 'token_gone', users: [] }],
  ])('by a 200 whose meaning the connector tells, of %s', async (_name, definition, json) => {
    const vendor = await serve(({ headers: sent }) =>
      sent.authorization === 'Bearer t0' ? { json } : { json: { ok: true, users: [] } },
    )
    const classify = ({ body }: { readonly body: unknown }) =>
      (body as { error?: string }).error === 'token_gone' ? ('auth' as const) : undefined
    const { client } = await openRenewing({ baseUrl: vendor.origin, ...definition }, { classify })

    expect(await client.get('/users')).toEqual({ ok: true, users: [] })
  })

  test('a limit that the connector finds in a 200 is waited for, and a refusal is an error of its kind', async () => {
    const vendor = await serve((_request, _response, nth) => ({
      json: nth < 3 ? { error: 'slow' } : { error: 'no_right' },
    }))
    const kinds: Record<string, 'rate_limited' | 'permission'> = { slow: 'rate_limited', no_right: 'permission' }
    const { client } = await openClient(
      { baseUrl: vendor.origin },
      { hooks: { classify: ({ body }) => kinds[(body as { error: string }).error] } },
    )

    expect(await catchError(client.get('/users'))).toMatchObject({ code: 'HTTP_PERMISSION_DENIED', kind: 'permission' })
    expect(vendor.seen).toHaveLength(3)
  })
})
