import { describe, expect, test } from 'vitest'
import { type AnswerContext, createTokenFailure } from '../../../src/auth/oauth/token-failure.ts'
import { type RefusalCause, refusalTable } from '../../../src/define/index.ts'

function createContext(changes: Partial<AnswerContext> = {}): AnswerContext {
  return {
    asked: 'refresh_token',
    vendor: 'Acme',
    who: 'The token endpoint of Acme',
    status: 400,
    secrets: ['refresh-token-1'],
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
      code: 'AUTH_TRANSIENT',
      retryable: true,
      retryAfterMs: 7_000,
    })
  })

  test('blames the app for a 401 without a code (RFC 6749 §5.2), and the address for a 404', () => {
    expect(refuse(undefined, { status: 401 }).code).toBe('AUTH_APP_MISCONFIGURED')
    expect(refuse(undefined, { status: 404 }).code).toBe('AUTH_REPLY_INVALID')
    expect(refuse('invalid_grant', { status: 404 }).code).toBe('AUTH_REFRESH_REJECTED')
  })
})

describe('createTokenFailure() gives up a refresh token', () => {
  test.each([
    ['invalid_grant', 400, undefined],
    ['invalid_grant', 400, 'Token has been expired or revoked.'],
    ['INVALID-GRANT', 400, undefined],
    ['bad_refresh_token', 200, 'The refresh token passed is incorrect or expired.'],
    ['refresh_token_expired', 400, undefined],
    ['invalid_grant', undefined, undefined],
  ])('for %s with status %s (%s)', (code, status, description) => {
    const error = createTokenFailure({ outcome: 'refused', errorCode: code, description }, createContext({ status }))

    expect(error).toMatchObject({ code: 'AUTH_REFRESH_REJECTED', isGrantEnded: true })
  })

  test.each([
    // Auth0 answers 403 invalid_grant, gateways answer for others.
    ['invalid_grant', 401, undefined],
    ['invalid_grant', 403, undefined],
    ['invalid_grant', 404, undefined],
    ['invalid_grant', 400, 'ip restricted'],
    ['invalid_grant', 400, 'AADSTS53003: Access has been blocked by Conditional Access policies.'],
    ['invalid_grant', 400, 'AADSTS50076: you must use multi-factor authentication'],
    ['invalid_grant', 400, 'inactive user'],
    ['access_denied', 400, undefined],
    ['token_revoked', 400, undefined],
    ['login_required', 400, undefined],
    ['interaction_required', 400, undefined],
    // raycast/extensions#11836, opencodex#4737, keboola/cli#535
    ['unauthorized_client', 403, 'refresh_token is invalid'],
    ['refresh_token_invalidated', 401, undefined],
    ['inactive_user', 400, 'user is inactive'],
    [undefined, 401, 'Invalid refresh token.'],
    [undefined, 400, 'Your session has ended. Please log in again.'],
  ])('never for %s with status %s (%s), which asks to reconnect', (code, status, description) => {
    const error = createTokenFailure({ outcome: 'refused', errorCode: code, description }, createContext({ status }))

    expect(error).toMatchObject({ code: 'AUTH_REFRESH_REJECTED', isGrantEnded: false, retryable: false })
    expect(error.message).toContain('Reconnect')
  })

  test.each([
    // auth0/node-auth0#134: the client secret was changed.
    ['access_denied', 401, 'Unauthorized', 'AUTH_APP_MISCONFIGURED'],
    ['invalid_client', 401, 'The refresh token is invalid for this client', 'AUTH_APP_MISCONFIGURED'],
    ['unauthorized_client', 400, undefined, 'AUTH_APP_MISCONFIGURED'],
    ['no_idea', 401, undefined, 'AUTH_APP_MISCONFIGURED'],
    ['no_idea', 400, undefined, 'AUTH_REPLY_INVALID'],
    ['invalid_grant', 400, 'You have made too many requests.', 'AUTH_TRANSIENT'],
    ['invalid_grant', 503, undefined, 'AUTH_TRANSIENT'],
    ['invalid_grant', 429, undefined, 'AUTH_TRANSIENT'],
    [undefined, 403, 'Forbidden', 'AUTH_REPLY_INVALID'],
  ] as const)('never for %s with status %s (%s), which is %s', (errorCode, status, description, code) => {
    const error = createTokenFailure({ outcome: 'refused', errorCode, description }, createContext({ status }))

    expect(error).toMatchObject({ code, isGrantEnded: false })
  })

  test.each([301, 400, 401, 403, 404])('never for a web page with status %i', (status) => {
    const error = createTokenFailure(
      { outcome: 'refused', errorCode: undefined, isForeign: true },
      createContext({ status }),
    )

    expect(error).toMatchObject({ code: 'AUTH_REPLY_INVALID', isGrantEnded: false })
    expect(error.message).toContain('firewall')
  })
})

describe('createTokenFailure() tells reasons apart', () => {
  type Row = [asked: AnswerContext['asked'], status: number, code: string | undefined, says: string, reason: string]
  test.each<Row>([
    // RFC 6749 §5.2: invalid_grant means also that the token "was issued to another client".
    ['refresh_token', 400, 'invalid_grant', 'The refresh token was issued to another client', 'app'],
    ['refresh_token', 400, 'invalid_grant', 'client_id mismatch', 'app'],
    ['refresh_token', 400, 'invalid_grant', 'The application was disabled by an administrator', 'app'],
    // https://learn.microsoft.com/entra/identity-platform/reference-error-codes
    ['refresh_token', 400, 'invalid_grant', 'AADSTS700082: The refresh token has expired due to inactivity.', 'grant'],
    ['refresh_token', 400, 'invalid_grant', 'AADSTS50173: The provided grant has expired.', 'grant'],
    ['refresh_token', 400, 'invalid_grant', 'AADSTS50057: The user account is disabled.', 'reconnect'],
    ['refresh_token', 400, 'invalid_grant', 'AADSTS65001: The user has not consented.', 'reconnect'],
    // Google: a policy for the length of sessions, and the plain sentence of a grant that has ended.
    ['refresh_token', 400, 'invalid_grant', 'reauth related error (invalid_rapt)', 'reconnect'],
    ['refresh_token', 400, 'invalid_grant', 'Token has been expired or revoked.', 'grant'],
    // Okta, Keycloak, Auth0
    ['refresh_token', 400, 'invalid_grant', 'The refresh token is invalid or expired.', 'grant'],
    ['refresh_token', 400, 'invalid_grant', 'Session not active', 'grant'],
    ['refresh_token', 403, 'invalid_grant', 'Unknown or invalid refresh token.', 'reconnect'],
    ['refresh_token', 403, undefined, 'Your session has expired. Please sign in again.', 'reconnect'],
    ['refresh_token', 400, 'RefreshTokenReused', '', 'reconnect'],
    ['refresh_token', 400, 'invalid_scope', '', 'permission'],
    ['refresh_token', 400, 'client_secret_expired', '', 'app'],
    ['refresh_token', 529, 'invalid_grant', '', 'limit'],
    ['refresh_token', 420, 'invalid_grant', '', 'limit'],
    ['refresh_token', 407, undefined, '', 'proxy'],
    ['authorization_code', 400, 'invalid_grant', 'redirect_uri does not match', 'permission'],
    ['authorization_code', 400, 'invalid_grant', 'code has expired', 'reconnect'],
    ['authorization_code', 400, 'invalid_request', '', 'form'],
    ['authorization_code', 401, 'invalid_client', '', 'app'],
    ['client_credentials', 400, 'unauthorized_client', '', 'permission'],
    ['client_credentials', 403, 'access_denied', '', 'permission'],
    ['client_credentials', 401, 'access_denied', '', 'app'],
    ['client_credentials', 400, undefined, 'Quota exceeded, try again later', 'limit'],
    ['client_credentials', 404, undefined, '', 'address'],
    ['registration', 400, 'invalid_redirect_uri', '', 'permission'],
    ['revocation', 400, 'unsupported_token_type', '', 'unknown'],
  ])('of %s with status %i: %s (%s) is %s', (asked, status, errorCode, description, reason) => {
    const error = createTokenFailure({ outcome: 'refused', errorCode, description }, createContext({ asked, status }))

    expect(error).toMatchObject({ reason, isGrantEnded: reason === 'grant' })
    expect(/client id and secret/.test(error.message)).toBe(reason === 'app')
  })

  test('each row of the table has a source, and all but the last can be reached', () => {
    expect(refusalTable.filter(({ source, shown }) => source === '' || shown === '')).toEqual([])
    const open = refusalTable.findIndex(({ asked, status, words, says, isForeign }) =>
      [asked, status, words, says, isForeign].every((each) => each === undefined),
    )
    expect(open).toBe(refusalTable.length - 1)
  })
})

describe("createTokenFailure() takes the connector's own words", () => {
  const refusals: Readonly<Record<string, RefusalCause>> = {
    'Session-Ended': 'grant',
    workspace_suspended: 'reconnect',
    invalid_grant: 'app',
    wait_please: 'limit',
  }

  test.each([
    ['session_ended', 401, { code: 'AUTH_REFRESH_REJECTED', isGrantEnded: true }],
    ['workspace_suspended', 400, { code: 'AUTH_REFRESH_REJECTED', isGrantEnded: false }],
    ['invalid_grant', 400, { code: 'AUTH_APP_MISCONFIGURED', isGrantEnded: false }],
    ['wait_please', 400, { code: 'AUTH_TRANSIENT', retryable: true }],
    ['session_ended', 503, { code: 'AUTH_TRANSIENT', isGrantEnded: false }],
  ])('%s with status %i', (code, status, expected) => {
    expect(refuse(code, { status, refusals })).toMatchObject(expected)
  })

  test('of a grant, for other requests than a refresh', () => {
    expect(refuse('session_ended', { asked: 'authorization_code', refusals }).code).toBe('AUTH_EXCHANGE_FAILED')
    expect(refuse('session_ended', { asked: 'client_credentials', refusals }).code).toBe('AUTH_APP_MISCONFIGURED')
  })
})

test.each([
  // soundcloud/api#489, KickEngineering/KickDevDocs#148, planningcenter/developers#1310
  [403, { isForeign: true }, 'AUTH_REPLY_INVALID'],
  [403, { description: 'Forbidden' }, 'AUTH_REPLY_INVALID'],
  [400, { description: 'You have made too many requests continuously.' }, 'AUTH_TRANSIENT'],
  [401, {}, 'AUTH_APP_MISCONFIGURED'],
  [400, {}, 'AUTH_APP_MISCONFIGURED'],
] as const)('createTokenFailure() of client credentials with status %i and %j is %s', (status, reply, code) => {
  const context = createContext({ asked: 'client_credentials', status })
  const error = createTokenFailure({ outcome: 'refused', errorCode: undefined, ...reply }, context)

  expect(error.code).toBe(code)
  if (code !== 'AUTH_APP_MISCONFIGURED') expect(error.message).not.toContain('client id')
})

test('createTokenFailure() of an authorization code is never tried again: the attempt used the code up', () => {
  const error = refuse('temporarily_unavailable', { asked: 'authorization_code', status: 503 })

  expect(error).toMatchObject({ code: 'AUTH_TRANSIENT', retryable: false })
  expect(error.message).toContain('Reconnect later')
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
