import { describe, expect, test } from 'vitest'
import type { Check, CheckContext, CheckData, CheckFailure, ErrorKind } from '../../../src/define/index.ts'
import { HttpError } from '../../../src/errors/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { type Answer, catchError, createConnectorWith, joinJson, openClient, serve } from '../support.ts'

const key = 'sesame-4711-open'

/** Why a check could not tell when its vendor answers like that. */
async function failureFor(
  answer: Answer | undefined,
  {
    data = {},
    hooks = {},
    // A vendor that answers gets as long as a busy machine needs.
    work = async (ctx: CheckContext) =>
      void (await ctx.get('/users', { timeoutMs: answer === undefined ? 200 : undefined, retry: false })),
  }: { data?: Partial<CheckData>; hooks?: object; work?: (ctx: CheckContext) => Promise<void> } = {},
): Promise<CheckFailure | undefined> {
  const vendor = await serve(() => answer)
  const check: Check = { id: 'ask', title: 'Ask', connectorId: 'acme', ...data, run: work }
  const { checks, status } = await runChecks(
    { ...createConnectorWith({ baseUrl: vendor.origin }, hooks as never), checks: [check] },
    { credentials: { api_key: key }, allowPrivateNetwork: true },
  )
  expect([status, checks[0]?.status]).toEqual(['error', 'error'])
  return checks[0]?.error
}

describe('a check that meets', () => {
  test.each<[string, Answer | undefined, ErrorKind, boolean]>([
    ['401', { status: 401 }, 'auth', false],
    ['402', { status: 402 }, 'plan', false],
    ['403', { status: 403 }, 'permission', false],
    ['404', { status: 404 }, 'not_found', false],
    ['410', { status: 410 }, 'not_found', false],
    ['408', { status: 408 }, 'timeout', true],
    ['429', { status: 429 }, 'rate_limited', true],
    ['403 with Retry-After', { status: 403, headers: { 'retry-after': '1' } }, 'rate_limited', true],
    ['500', { status: 500 }, 'upstream', true],
    ['a status that nobody knows', { status: 999 }, 'upstream', true],
    ['400', { status: 400 }, 'check_bug', false],
    ['304, which nobody asked for', { status: 304 }, 'check_bug', false],
    ['a redirect without a place', { status: 302 }, 'check_bug', false],
    ['no answer', undefined, 'timeout', true],
    ['HTML instead of JSON', { body: '<html>Sign in</html>' }, 'schema_drift', false],
    ['JSON that is cut off', { body: '{"items":[' }, 'schema_drift', false],
    ['a redirect to nowhere', { status: 302, headers: { location: 'javascript:1' } }, 'upstream', false],
  ])('%s ends as an error of the right kind', async (_name, answer, kind, retryable) => {
    expect(await failureFor(answer)).toMatchObject({ kind, retryable })
  })

  test('the kinds that no status gives', async () => {
    const list = (options: object) => async (ctx: CheckContext) => {
      for await (const _item of ctx.paginate('/users', options as never)) ctx.log('seen')
    }
    const refused = await failureFor(undefined, {
      work: async (ctx) => void (await ctx.get('http://127.0.0.1:9/x', { retry: false })),
    })

    const kinds = [
      refused,
      await failureFor({ json: { items: 'none' } }, { work: list({ items: 'items', next: 'link' }) }),
      await failureFor(
        { json: { items: [1], next: 'a' } },
        { work: list({ items: 'items', next: { url: 'next' }, maxPages: 1 }) },
      ),
      await failureFor({ json: {} }, { work: async () => undefined }),
      await failureFor({ json: {} }, { work: async (ctx) => void (await ctx.post('/users')) }),
    ].map((failure) => failure?.kind)

    expect(kinds).toEqual(['network', 'schema_drift', 'incomplete_data', 'incomplete_data', 'check_bug'])
  })

  test.each<[ErrorKind, string]>([
    ['auth', 'AUTH_REJECTED'],
    ['permission', 'HTTP_PERMISSION_DENIED'],
    ['not_found', 'HTTP_NOT_FOUND'],
    ['plan', 'HTTP_PLAN'],
    ['rate_limited', 'HTTP_RATE_LIMITED'],
    ['timeout', 'HTTP_UPSTREAM'],
    ['upstream', 'HTTP_UPSTREAM'],
    ['network', 'HTTP_STATUS'],
    ['schema_drift', 'HTTP_STATUS'],
    ['incomplete_data', 'HTTP_STATUS'],
    ['config', 'HTTP_STATUS'],
    ['check_bug', 'HTTP_STATUS'],
  ])('what classify calls %s ends as that, with the code %s', async (kind, code) => {
    const hooks = {
      classify: ({ body, headers }: { body: { code: string }; headers: Headers }) =>
        body.code === 'E17' && headers.get('x-why') === 'because'
          ? { kind, message: `Said E17 for ${key}.` }
          : undefined,
    }

    const failure = await failureFor({ status: 418, json: { code: 'E17' }, headers: { 'x-why': 'because' } }, { hooks })

    expect(failure).toMatchObject({ kind, code, message: expect.stringContaining('Said E17 for [redacted].') })
  })
})

describe('the scope that is missing is named', () => {
  test.each<[string, Answer, Partial<CheckData>, readonly string[] | undefined]>([
    [
      'by WWW-Authenticate (RFC 6750), rather than what the check declares',
      {
        status: 403,
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="users:admin users:read"' },
      },
      { scopes: ['users:read'] },
      ['users:admin', 'users:read'],
    ],
    [
      'also when the status is 401',
      { status: 401, headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="a"' } },
      {},
      ['a'],
    ],
    [
      'without those that the token has',
      {
        status: 403,
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="a b"', 'x-oauth-scopes': 'a' },
      },
      {},
      ['b'],
    ],
    [
      'of those that would do (GitHub), the one that the check declares',
      { status: 403, headers: { 'x-accepted-oauth-scopes': 'admin:org, read:org, repo', 'x-oauth-scopes': 'gist' } },
      { scopes: ['read:org', 'gist'] },
      ['read:org'],
    ],
    [
      'of those that would do, all, when the check declares none of them',
      { status: 403, headers: { 'x-accepted-oauth-scopes': 'admin:org, read:org', 'x-oauth-scopes': '' } },
      {},
      ['admin:org', 'read:org'],
    ],
    [
      'not, when the token has one that would do: then it is something else',
      { status: 403, headers: { 'x-accepted-oauth-scopes': 'admin:org, read:org', 'x-oauth-scopes': 'admin:org' } },
      { scopes: ['read:org'] },
      undefined,
    ],
    ['as declared, when the vendor says nothing', { status: 403 }, { scopes: ['a', 'b'] }, ['a', 'b']],
    [
      'as declared and not granted, when the vendor says what is granted',
      { status: 403, headers: { 'x-oauth-scopes': 'a, c' } },
      { scopes: ['a', 'b'] },
      ['b'],
    ],
    [
      'without a secret and without control characters, whatever the vendor writes there',
      { status: 403, headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${key} b"` } },
      {},
      ['[redacted]', 'b'],
    ],
  ])('%s', async (_name, answer, data, missingScopes) => {
    const failure = await failureFor(answer, { data })

    expect(failure).toMatchObject({ kind: 'permission', code: 'HTTP_PERMISSION_DENIED' })
    expect(failure?.missingScopes).toEqual(missingScopes)
    if (missingScopes) expect(failure?.message).toContain(`The check needs ${missingScopes.join(', ')}; grant it`)
    else expect(failure?.message).not.toContain('grant it')
  })

  test('not for a 401 of another reason', async () => {
    const failure = await failureFor({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token", scope="a"' },
    })

    expect(failure).toMatchObject({ kind: 'auth' })
    expect(failure?.missingScopes).toBeUndefined()
  })
})

describe('an HttpError', () => {
  test('carries status, method, URL, excerpt and request id, and no body, header or cause', async () => {
    const vendor = await serve(() => ({
      status: 422,
      json: { error: { message: 'Bad filter' }, internal: 'row 17 of customers' },
      headers: { 'x-amzn-requestid': 'req-17', 'set-cookie': 'session=abc', 'x-internal': 'host-17' },
    }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get('/users?page=2', { query: { q: 'a b' } }))

    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({
      status: 422,
      method: 'GET',
      url: `${vendor.origin}/users?page=2&q=a+b`,
      excerpt: 'Bad filter',
      requestId: 'req-17',
      retryable: false,
    })
    expect((error as HttpError).cause).toBeUndefined()
    expect(joinJson(error)).not.toMatch(/row 17|session=abc|host-17/)
  })

  test.each<[string, string | Uint8Array]>([
    ['a page of megabytes', `<html><title>${'Oops '.repeat(100_000)}</title>${'x'.repeat(3_000_000)}</html>`],
    ['a message of megabytes', JSON.stringify({ message: 'no '.repeat(1_000_000) })],
    ['depth without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    [
      'members without end',
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_each, at) => [`k${at}`, at]))),
    ],
    ['bytes that are no text', Uint8Array.from({ length: 100_000 }, (_each, at) => (at * 7919) % 256)],
    ['terminal escapes and bidi marks', '\u001b]0;owned\u0007\u001b[2J\u202egpj.exe\u2066 \r\nFAKE LOG LINE'],
    ['a message that is a list', JSON.stringify({ message: ['a'], error: { message: { deep: 1 } } })],
    ['own members of every object', '{"__proto__":{"message":"polluted"},"constructor":"x"}'],
    ['a wrong charset', Buffer.from('{"message":"é"}', 'utf16le')],
  ])('of %s is short and one line', async (_name, body) => {
    const vendor = await serve(() => ({ status: 500, body }))
    const { client } = await openClient({ baseUrl: vendor.origin })
    const startedAt = performance.now()

    const error = await catchError(client.get('/x', { retry: false }))

    expect(error).toMatchObject({ status: 500, kind: 'upstream' })
    const { excerpt = '', message } = error as HttpError
    expect([...excerpt].length).toBeLessThanOrEqual(201)
    expect(`${message}${excerpt}`).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})

describe('a schema that quotes what it refuses', () => {
  test('gives an error of bounded length, without the key', async () => {
    const quoting = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value: unknown) => ({
          issues: Array.from({ length: 50 }, () => ({
            message: `expected a list, got\n${JSON.stringify(value)}`,
            path: ['items'],
          })),
        }),
      },
    } as const

    const failure = await failureFor(
      { json: { padding: 'x'.repeat(150), token: key, long: 'x'.repeat(100_000) } },
      { work: async (ctx) => void (await ctx.get('/users', { schema: quoting })) },
    )

    expect(failure).toMatchObject({ kind: 'schema_drift', code: 'SCHEMA_DRIFT' })
    expect(failure?.message).not.toMatch(/sesame|xxx|\n/)
    expect(failure?.message).toContain('(items: does not fit; items: does not fit; items: does not fit, and 47 more)')
  })
})
