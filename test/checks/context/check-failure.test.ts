import { describe, expect, test } from 'vitest'
import { toCheckFailure } from '../../../src/checks/context/check-failure.ts'
import { CannotTellError } from '../../../src/checks/results/cannot-tell.ts'
import {
  AuthError,
  CheckError,
  CredentialError,
  type ErrorCode,
  HttpError,
  StoreError,
} from '../../../src/errors/index.ts'
import { VendorError } from '../../../src/http/refusals/vendor-error.ts'
import { createKnowingRedactor } from '../../http/redact/support.ts'

const place = { method: 'GET', url: 'https://api.acme.example/x' }
const of = (thrown: unknown, scopes: string[] = [], grantedScopes?: string[]) =>
  toCheckFailure(thrown, { check: { scopes }, grantedScopes, redactor: createKnowingRedactor('hunter2-hunter2') })
const forbidden = (missingScopes?: string[]) =>
  new VendorError(
    'Acme answered 403 to GET /x.',
    { ...place, code: 'HTTP_PERMISSION_DENIED', status: 403, excerpt: 'no hunter2-hunter2' },
    { kind: 'permission', missingScopes },
  )

describe('toCheckFailure()', () => {
  test.each<[ErrorCode, string, Error]>([
    ['CREDENTIAL_MISSING', 'config', new CredentialError('m', { code: 'CREDENTIAL_MISSING' })],
    ['CREDENTIAL_UNREADABLE', 'config', new CredentialError('m', { code: 'CREDENTIAL_UNREADABLE' })],
    ['VARIABLE_INVALID', 'config', new CredentialError('m', { code: 'VARIABLE_INVALID' })],
    ['AUTH_LOGIN_FAILED', 'auth', new AuthError('m', { code: 'AUTH_LOGIN_FAILED' })],
    ['AUTH_REFRESH_REJECTED', 'auth', new AuthError('m', { code: 'AUTH_REFRESH_REJECTED' })],
    ['AUTH_APP_MISCONFIGURED', 'config', new AuthError('m', { code: 'AUTH_APP_MISCONFIGURED' })],
    ['AUTH_TRANSIENT', 'upstream', new AuthError('m', { code: 'AUTH_TRANSIENT' })],
    ['HTTP_NETWORK', 'network', new HttpError('m', { ...place, code: 'HTTP_NETWORK' })],
    ['HTTP_TIMEOUT', 'timeout', new HttpError('m', { ...place, code: 'HTTP_TIMEOUT' })],
    ['HTTP_HOST_REFUSED', 'config', new HttpError('m', { ...place, code: 'HTTP_HOST_REFUSED' })],
    ['HTTP_REDIRECT_REFUSED', 'upstream', new HttpError('m', { ...place, code: 'HTTP_REDIRECT_REFUSED' })],
    ['HTTP_NOT_JSON', 'schema_drift', new HttpError('m', { ...place, code: 'HTTP_NOT_JSON' })],
    ['HTTP_BODY_TOO_LARGE', 'incomplete_data', new HttpError('m', { ...place, code: 'HTTP_BODY_TOO_LARGE' })],
    ['HTTP_METHOD_REFUSED', 'check_bug', new HttpError('m', { ...place, code: 'HTTP_METHOD_REFUSED' })],
    ['SCHEMA_DRIFT', 'schema_drift', new CheckError('m', { code: 'SCHEMA_DRIFT' })],
    ['PAGINATION_LOOP', 'incomplete_data', new CheckError('m', { code: 'PAGINATION_LOOP' })],
    ['CHECK_TIMEOUT', 'timeout', new CheckError('m', { code: 'CHECK_TIMEOUT' })],
    ['CANCELLED', 'incomplete_data', new CheckError('m', { code: 'CANCELLED' })],
    ['CHECK_RESULT_INVALID', 'check_bug', new CheckError('m', { code: 'CHECK_RESULT_INVALID' })],
    ['STORE_UNAVAILABLE', 'config', new StoreError('m', { code: 'STORE_UNAVAILABLE' })],
  ])('makes of %s the kind %s', (code, kind, error) => {
    expect(of(error)).toEqual({ kind, code, message: 'm', retryable: false })
  })

  test.each([
    'limit',
    'proxy',
    'address',
    'clock',
    'app',
    'permission',
    'form',
    'grant',
    'reconnect',
    'account',
    'credentials',
  ])('keeps the reason of a login or token endpoint: %s', (reason) => {
    expect(of(new AuthError('m', { code: 'AUTH_LOGIN_FAILED', reason }))).toMatchObject({ cause: reason })
  })

  test.each(['unknown', undefined, 'toString'])('has no cause for the reason %s', (reason) => {
    expect(of(new AuthError('m', { code: 'AUTH_LOGIN_FAILED', reason })).cause).toBeUndefined()
  })

  test('says what the vendor said, without secrets', () => {
    expect(of(forbidden())).toEqual({
      kind: 'permission',
      code: 'HTTP_PERMISSION_DENIED',
      message: 'Acme answered 403 to GET /x. The vendor answered: no [redacted]',
      retryable: false,
    })
  })

  test.each<[string, string[] | undefined, string[], string[] | undefined, string[] | undefined]>([
    ['those of the check when the vendor does not say what it granted', undefined, ['a', 'b'], undefined, ['a', 'b']],
    ['those of the check that were not granted', undefined, ['a', 'b'], ['a'], ['b']],
    ['none when all were granted: the person lacks the role', undefined, ['a'], ['a', 'c'], undefined],
    ['those that classify named', ['x'], ['a'], undefined, ['x']],
    ['none when classify named none', [], ['a'], undefined, undefined],
    ['none when the check declares none', undefined, [], undefined, undefined],
  ])('names the missing scopes: %s', (_name, classified, declared, granted, missing) => {
    const failure = of(forbidden(classified), declared, granted)

    expect(failure.missingScopes).toEqual(missing)
    if (missing) expect(failure.message).toContain(`The check needs ${missing.join(', ')}; grant it, then reconnect.`)
    else expect(failure.message).not.toContain('grant')
  })

  test('names no scopes for other kinds', () => {
    const error = new VendorError('m', { ...place, code: 'HTTP_NOT_FOUND' }, { kind: 'not_found' })

    expect(of(error, ['a']).missingScopes).toBeUndefined()
  })

  test('takes kind and scopes of a check that cannot tell', () => {
    const error = new CannotTellError({
      kind: 'permission',
      message: 'Only owners see hunter2-hunter2.',
      missingScopes: ['admin'],
    })

    expect(of(error, ['read'])).toEqual({
      kind: 'permission',
      code: 'CHECK_INCOMPLETE',
      message: 'Only owners see [redacted]. The check needs admin; grant it, then reconnect.',
      missingScopes: ['admin'],
      retryable: false,
    })
    expect(of(new CannotTellError({ kind: 'plan', message: 'm' }), ['read'])).toMatchObject({
      kind: 'plan',
      message: 'm',
    })
  })

  test('finds the reason below the check’s own words', () => {
    const wrapped = new Error('Cannot list members', { cause: new Error('inner', { cause: forbidden() }) })
    const several = new AggregateError([forbidden(), new Error('other')], 'All failed')

    expect(of(wrapped, ['a'])).toMatchObject({
      kind: 'permission',
      message:
        'Cannot list members: Acme answered 403 to GET /x. The check needs a; grant it, then reconnect. The vendor answered: no [redacted]',
    })
    expect(of(several)).toMatchObject({ kind: 'permission' })
  })

  test('ends a chain of causes that leads back to itself', () => {
    const circle = new Error('circle')
    circle.cause = circle

    expect(of(circle)).toMatchObject({ kind: 'check_bug', code: 'CHECK_THREW' })
  })

  test('takes a deadline that the check set itself for a time-out', () => {
    expect(of(new DOMException('x', 'TimeoutError'))).toMatchObject({
      kind: 'timeout',
      code: 'HTTP_TIMEOUT',
      retryable: true,
    })
    expect(of(new DOMException('x', 'AbortError'))).toMatchObject({ kind: 'check_bug' })
  })

  test.each<[string, unknown, string]>([
    [
      'an error',
      new TypeError('no hunter2-hunter2'),
      'The check threw TypeError: no [redacted]. This is a mistake in its code.',
    ],
    ['text', 'hunter2-hunter2', 'The check threw a string. This is a mistake in its code.'],
    ['undefined', undefined, 'The check threw undefined. This is a mistake in its code.'],
  ])('takes %s for a mistake of the check', (_name, thrown, message) => {
    expect(of(thrown)).toEqual({ kind: 'check_bug', code: 'CHECK_THREW', message, retryable: false })
  })
})
