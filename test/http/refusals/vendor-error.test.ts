import { describe, expect, test } from 'vitest'
import type { AnyConnector } from '../../../src/define/index.ts'
import { HttpError } from '../../../src/errors/index.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { createVendorError, describeThrownByHook } from '../../../src/http/refusals/vendor-error.ts'
import type { VendorReply } from '../../../src/http/refusals/vendor-reply.ts'
import { createConnectorWith, joinJson } from '../support.ts'

const nowMs = Date.parse('2026-05-01T12:00:00Z')
const redactor = new Redactor()
redactor.add('hunter2-hunter2')

function failure(reply: Partial<VendorReply> & { readonly json?: unknown }, hooks: AnyConnector['hooks'] = {}) {
  const { json = {}, ...given } = reply
  const url = 'https://api.acme.example/v1/users?page=2'
  const whole: VendorReply = {
    method: 'GET',
    url,
    target: new URL(url),
    status: 400,
    headers: {},
    exchange: 1,
    body: Buffer.from(JSON.stringify(json)),
    ...given,
  }
  return createVendorError(whole, createConnectorWith({ baseUrl: 'https://api.acme.example' }, hooks), redactor, nowMs)
}

describe('createVendorError()', () => {
  test.each([
    [400, 'HTTP_STATUS', 'check_bug', false],
    [401, 'AUTH_REJECTED', 'auth', false],
    [402, 'HTTP_PLAN', 'plan', false],
    [403, 'HTTP_PERMISSION_DENIED', 'permission', false],
    [404, 'HTTP_NOT_FOUND', 'not_found', false],
    [410, 'HTTP_NOT_FOUND', 'not_found', false],
    [408, 'HTTP_UPSTREAM', 'timeout', true],
    [422, 'HTTP_STATUS', 'check_bug', false],
    [429, 'HTTP_RATE_LIMITED', 'rate_limited', true],
    [500, 'HTTP_UPSTREAM', 'upstream', true],
    [503, 'HTTP_UPSTREAM', 'upstream', true],
  ])('makes of %i the code %s of kind %s', (status, code, kind, retryable) => {
    expect(failure({ status })).toMatchObject({ status, code, kind, retryable })
  })

  test('is an HttpError that says who refused what, why and what to do', () => {
    const error = failure({
      status: 403,
      json: { message: 'Needs admin, not hunter2-hunter2' },
      headers: { 'x-request-id': 'req-1', 'retry-after': 'soon' },
    })

    expect(error).toBeInstanceOf(HttpError)
    expect(error.message).toBe('Acme answered 403 to GET /v1/users?page=2. The credentials lack a permission.')
    expect(error).toMatchObject({
      method: 'GET',
      url: 'https://api.acme.example/v1/users?page=2',
      status: 403,
      excerpt: 'Needs admin, not [redacted]',
      requestId: 'req-1',
      retryAfterMs: undefined,
    })
  })

  test.each([
    'x-request-id',
    'x-github-request-id',
    'x-okta-request-id',
    'x-amzn-requestid',
    'x-amz-request-id',
    'x-ms-request-id',
    'x-goog-request-id',
    'request-id',
    'x-correlation-id',
    'apigw-requestid',
    'x-trace-id',
    'x-amz-cf-id',
    'cf-ray',
  ])('finds the request id in %s, bounded and redacted', (name) => {
    expect(failure({ headers: { [name]: `hunter2-hunter2${'x'.repeat(500)}` } }).requestId).toBe(
      `[redacted]${'x'.repeat(90)}…`,
    )
  })

  test('prefers the vendor’s request id to that of the network before it', () => {
    expect(failure({ headers: { 'cf-ray': 'ray', 'x-request-id': ['', 'b'], 'request-id': 'own' } }).requestId).toBe(
      'own',
    )
  })

  test('shows the beginning of a long path, and of a long explanation', () => {
    const url = `https://api.acme.example/v1/users?cursor=${'x'.repeat(5000)}`

    const error = failure({ url }, { classify: () => ({ kind: 'plan', message: 'why '.repeat(500) }) })

    expect(error.message).toMatch(/^Acme answered 400 to GET \/v1\/users\?cursor=x{183}…\. (?:why ){125}…$/)
  })

  test('lets classify refine kind, message and scopes, and the code follows the kind', () => {
    const seen: unknown[] = []
    const classify: AnyConnector['hooks']['classify'] = (given) => {
      seen.push({ ...given, headers: Object.fromEntries(given.headers) })
      return { kind: 'plan', message: 'Only "Enterprise" has it, hunter2-hunter2.', missingScopes: ['a'] }
    }

    const error = failure({ status: 403, json: { code: 9 }, headers: { 'x-a': ['1', '2'] } }, { classify })

    expect(error).toMatchObject({ kind: 'plan', code: 'HTTP_PLAN', missingScopes: ['a'] })
    expect(error.message).toBe('Acme answered 403 to GET /v1/users?page=2. Only "Enterprise" has it, [redacted].')
    expect(seen).toEqual([
      {
        method: 'GET',
        url: 'https://api.acme.example/v1/users?page=2',
        status: 403,
        headers: { 'x-a': '1, 2' },
        body: { code: 9 },
      },
    ])
  })

  test('takes a bare kind of classify, and its own rules when there is none', () => {
    expect(failure({ status: 404 }, { classify: () => 'permission' })).toMatchObject({
      kind: 'permission',
      code: 'HTTP_PERMISSION_DENIED',
    })
    expect(failure({ status: 404 }, { classify: () => undefined })).toMatchObject({ kind: 'not_found' })
    expect(failure({ status: 400 }, { classify: () => 'config' })).toMatchObject({
      kind: 'config',
      code: 'HTTP_STATUS',
    })
  })

  test('does not lose the vendor’s answer to a classify that throws', () => {
    const error = failure(
      { status: 403 },
      {
        classify: () => {
          throw new TypeError('no hunter2-hunter2 in eyJhbGciOiJIUzI1NiJ9.payload')
        },
      },
    )

    expect(error).toMatchObject({ kind: 'permission', status: 403 })
    expect(error.message).toContain('classify threw TypeError: no [redacted] in [redacted]')
    expect(joinJson(error)).not.toContain('eyJhbGci')
  })
})

test('describeThrownByHook() keeps words and drops what looks like a token', () => {
  const said = (message: string) => describeThrownByHook(new Error(message), redactor)

  expect(said('Login refused: wrong tenant "blue"')).toBe('Error: Login refused: wrong tenant "blue"')
  expect(said('{"token":"abcdef0123456789"}')).toBe('Error: {"token":"[redacted]"}')
  expect(said(`x ${'word '.repeat(100)}`)).toHaveLength(201)
  expect([describeThrownByHook('abcdef0123456789', redactor), describeThrownByHook(undefined, redactor)]).toEqual([
    'a string',
    'a undefined',
  ])
})
