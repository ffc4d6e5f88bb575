import { describe, expect, test } from 'vitest'
import { type AnswerContext, createTokenFailure } from '../../../src/auth/oauth/token-failure.ts'

function createContext(changes: Partial<AnswerContext> = {}): AnswerContext {
  return {
    ...{ asked: 'refresh_token', vendor: 'Acme', who: 'The token endpoint of Acme', status: 400 },
    ...{ secrets: ['refresh-token-1'] },
    ...changes,
  }
}

function refuse(errorCode: string | undefined, changes: Partial<AnswerContext> = {}) {
  return createTokenFailure({ outcome: 'refused', errorCode } as never, createContext(changes))
}

describe('createTokenFailure() of a refresh', () => {
  test.each(['invalid_grant', 'INVALID_GRANT', 'invalid-grant', 'token_revoked'])(
    'ends the connection for %s',
    (code) => {
      expect(refuse(code)).toMatchObject({ code: 'AUTH_REFRESH_REJECTED', retryable: false, vendorCode: code })
    },
  )

  test.each(['no_idea', 'error', undefined])('does not end the connection for the unknown code %s', (code) => {
    expect(refuse(code)).toMatchObject({ code: 'AUTH_REPLY_INVALID' })
  })

  test.each([408, 429, 500, 503])('may be tried again after HTTP %i, whatever the body says', (status) => {
    expect(refuse('invalid_grant', { status, retryAfterMs: 7_000 })).toMatchObject({
      ...{ code: 'AUTH_TRANSIENT', retryable: true, retryAfterMs: 7_000 },
    })
  })

  test('blames the app for a 401 without a code (RFC 6749 §5.2), and the address for a 404', () => {
    expect(refuse(undefined, { status: 401 }).code).toBe('AUTH_APP_MISCONFIGURED')
    expect(refuse(undefined, { status: 404 }).code).toBe('AUTH_REPLY_INVALID')
    expect(refuse('invalid_grant', { status: 404 }).code).toBe('AUTH_REFRESH_REJECTED')
  })
})

test('createTokenFailure() of an authorization code is never tried again: the attempt used the code up', () => {
  const error = refuse('temporarily_unavailable', { asked: 'authorization_code', status: 503 })

  expect(error).toMatchObject({ code: 'AUTH_TRANSIENT', retryable: false })
  expect(error.message).toContain('Connect again later')
})

test.each(['refresh-token-1', 'REFRESH-TOKEN-1', 'bad token: refresh-token-1!'])(
  'createTokenFailure() keeps a code that repeats a secret out of the error: %s',
  (code) => {
    const error = refuse(code)

    expect(error.vendorCode).toBeUndefined()
    expect(`${error.message} ${JSON.stringify(error)}`.toLowerCase()).not.toContain('refresh-token-1')
  },
)

test('createTokenFailure() takes a short secret out only where it is the whole code', () => {
  expect(refuse('1234', { secrets: ['1234'] }).vendorCode).toBeUndefined()
  expect(refuse('error_1234', { secrets: ['1234'] }).vendorCode).toBe('error_1234')
})
