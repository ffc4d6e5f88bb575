import { describe, expect, test } from 'vitest'
import { parseCallback, readCallbackState } from '../../../src/auth/oauth/callback.ts'
import type { OAuth2Config } from '../../../src/define/index.ts'
import { AuthError } from '../../../src/errors/index.ts'
import { canary, createAcme, findLeaks } from './acme.ts'

const at = (query: string) => `https://app.example/callback?${query}`
const issuer = 'https://acme.example'

function refusalOf(query: string, config: Partial<OAuth2Config> = {}): AuthError {
  try {
    parseCallback(at(query), createAcme(config))
  } catch (error) {
    if (error instanceof AuthError) return error
    throw error
  }
  throw new Error(`accepted: ${query}`)
}

describe('parseCallback()', () => {
  test('gives code and state, and ignores parameters that nobody knows', () => {
    const answer = parseCallback(at('code=c%2F1&state=s&session_state=x&scope=a+b&hd=1&hd=2'), createAcme())

    expect(answer).toEqual({ code: 'c/1', state: 's', captured: {} })
  })

  test('takes a URL object as well, and ignores a fragment', () => {
    const answer = parseCallback(new URL(`${at('code=c&state=s')}#_=_`), createAcme())

    expect(answer).toEqual({ code: 'c', state: 's', captured: {} })
  })

  test.each([
    ['no state', 'code=c'],
    ['an empty state', 'code=c&state='],
    ['two states', 'code=c&state=s&state=s'],
    ['no code', 'state=s'],
    ['an empty code', 'code=&state=s'],
    ['two codes', 'code=c&code=d&state=s'],
    ['two equal codes', 'code=c&code=c&state=s'],
    ['code and error', 'code=c&error=access_denied&state=s'],
    ['two errors', 'error=a&error=b&state=s'],
    ['an empty error alone', 'error=&state=s'],
    ['a JARM response', 'code=c&state=s&response=x'],
    ['an id_token', 'code=c&state=s&id_token=x'],
    ['a token', 'code=c&state=s&token=x'],
    ['an access token', 'code=c&state=s&access_token=x'],
    ['an error without state', 'error=access_denied'],
  ])('refuses %s', (_what, query) => {
    expect(refusalOf(query)).toMatchObject({ code: 'AUTH_CALLBACK_INVALID', vendorCode: undefined, retryable: false })
  })

  test('refuses what is no URL', () => {
    expect(() => parseCallback('/callback?code=c&state=s', createAcme())).toThrow(/is not a URL/)
  })

  test.each([
    ['missing', 'code=c&state=s'],
    ['of another server', 'code=c&state=s&iss=https%3A%2F%2Fevil.example'],
    ['with a slash more', 'code=c&state=s&iss=https%3A%2F%2Facme.example%2F'],
    ['in capitals', 'code=c&state=s&iss=https%3A%2F%2FACME.example'],
    ['with the default port', 'code=c&state=s&iss=https%3A%2F%2Facme.example%3A443'],
    ['sent twice', `code=c&state=s&iss=${encodeURIComponent(issuer)}&iss=${encodeURIComponent(issuer)}`],
    ['missing from an error', 'error=access_denied&state=s'],
    ['of another server in an error', 'error=access_denied&state=s&iss=https%3A%2F%2Fevil.example'],
  ])('refuses an iss that is %s where an issuer is declared (RFC 9207)', (_what, query) => {
    expect(refusalOf(query, { issuer }).code).toBe('AUTH_CALLBACK_INVALID')
  })

  test('takes the declared iss, decoded', () => {
    const answer = parseCallback(at('code=c&state=s&iss=https%3A%2F%2Facme.example'), createAcme({ issuer }))

    expect(answer.code).toBe('c')
  })

  test('ignores any iss where no issuer is declared', () => {
    expect(parseCallback(at('code=c&state=s&iss=a&iss=b'), createAcme()).code).toBe('c')
  })

  test("keeps the vendor's error code and shows its description as one visible line", () => {
    const description = 'The user\r\ndenied\u202e \u200bit\u0007.'

    const error = refusalOf(
      new URLSearchParams({ error: 'access_denied', error_description: description, state: 's' }).toString(),
    )

    expect(error).toMatchObject({ code: 'AUTH_CALLBACK_DENIED', vendorCode: 'access_denied' })
    expect(error.message).toContain('access_denied, "The user denied it"')
  })

  test.each<[string, Record<string, string>, string, RegExp]>([
    // RFC 6749 §4.1.2.1: errors that no person caused.
    ['invalid_scope', {}, 'AUTH_APP_MISCONFIGURED', /administrator here/],
    ['unauthorized_client', {}, 'AUTH_APP_MISCONFIGURED', /administrator here/],
    ['unsupported_response_type', {}, 'AUTH_APP_MISCONFIGURED', /administrator here/],
    ['redirect_uri_mismatch', {}, 'AUTH_APP_MISCONFIGURED', /redirect URI/],
    ['temporarily_unavailable', {}, 'AUTH_TRANSIENT', /later/],
    ['server_error', {}, 'AUTH_TRANSIENT', /later/],
    ['access_denied', {}, 'AUTH_CALLBACK_DENIED', /allow the access/],
    // LinkedIn
    ['user_cancelled_login', {}, 'AUTH_CALLBACK_DENIED', /allow the access/],
    // https://learn.microsoft.com/entra/identity-platform/reference-error-codes
    [
      'access_denied',
      { error_description: 'AADSTS90094: The grant requires admin permission.' },
      'AUTH_CALLBACK_DENIED',
      /at the vendor has to approve/,
    ],
    ['admin_policy_enforced', {}, 'AUTH_CALLBACK_DENIED', /at the vendor has to approve/],
    // OpenID Connect Core §3.1.2.6, and Unmet Authentication Requirements 1.0.
    ['consent_required', {}, 'AUTH_CALLBACK_DENIED', /allow the access/],
    ['interaction_required', {}, 'AUTH_CALLBACK_DENIED', /allow the access/],
    ['unmet_authentication_requirements', {}, 'AUTH_CALLBACK_DENIED', /allow the access/],
    ['invalid_request_object', {}, 'AUTH_APP_MISCONFIGURED', /administrator here/],
    ['TEMPORARILY-UNAVAILABLE', {}, 'AUTH_TRANSIENT', /later/],
    ['too_many_requests', {}, 'AUTH_TRANSIENT', /later/],
    // Google
    ['deleted_client', {}, 'AUTH_APP_MISCONFIGURED', /administrator here/],
    ['unauthorized_scope', {}, 'AUTH_APP_MISCONFIGURED', /administrator here/],
    [
      'consent_required',
      { error_description: 'AADSTS650052: The app needs access to a service that your organization has not enabled.' },
      'AUTH_CALLBACK_DENIED',
      /at the vendor has to approve/,
    ],
    [
      'access_denied',
      { error_description: 'AADSTS65004: User declined to consent to access the app.' },
      'AUTH_CALLBACK_DENIED',
      /allow the access/,
    ],
    [
      'access_denied',
      { error_description: 'This app is blocked. Contact your workspace administrator.' },
      'AUTH_CALLBACK_DENIED',
      /at the vendor has to approve/,
    ],
    ['some_new_word', {}, 'AUTH_CALLBACK_DENIED', /does not help/],
  ])('tells what %s means, with %j', (error, more, code, says) => {
    const refusal = refusalOf(new URLSearchParams({ error, ...more, state: 's' }).toString())

    expect(refusal).toMatchObject({ code, vendorCode: error, message: expect.stringMatching(says) })
    expect(/allow the access/.test(refusal.message)).toBe(/allow the access/.test(says.source))
  })

  test.each<[Record<string, string>, RegExp]>([
    // omniauth/omniauth-oauth2#39, omniauth/omniauth#58
    [{ error_code: '200', error_message: 'Permissions error' }, /200, "Permissions error"/],
    [{ error_reason: 'user_denied' }, /user_denied.*allow the access/],
    [{ errorCode: 'user_canceled', errorMessage: 'Closed' }, /user_canceled, "Closed"/],
    [{ error_description: 'It went wrong' }, /"It went wrong"/],
    [{ oauth_problem: 'permission_denied' }, /permission_denied/],
  ])('reads the error of %j', (query, says) => {
    expect(refusalOf(new URLSearchParams({ ...query, state: 's' }).toString()).message).toMatch(says)
  })

  test('cuts a description at 200 code points, none in half', () => {
    const error = refusalOf(
      new URLSearchParams({ error: 'x', error_description: '😀'.repeat(300), state: 's' }).toString(),
    )

    expect([...(/"(.*)"/u.exec(error.message)?.[1] ?? '')]).toHaveLength(200)
    expect(error.message.isWellFormed()).toBe(true)
  })

  test('takes an error that is no code for text of unknown origin', () => {
    const error = refusalOf(new URLSearchParams({ error: '<script>alert(1)</script>', state: 's' }).toString())

    expect(error).toMatchObject({ code: 'AUTH_CALLBACK_DENIED', vendorCode: undefined })
    expect(error.message).not.toContain('script')
  })

  test('holds no code and no state in its errors', () => {
    const state = canary.codeVerifier
    const errors = [
      refusalOf(`code=${canary.code}&code=${canary.code}&state=${state}`),
      refusalOf(`code=${canary.code}&state=${state}`, { issuer }),
      refusalOf(`code=${canary.code}&error=x&state=${state}`),
    ]

    expect(errors.flatMap(findLeaks)).toEqual([])
  })

  test('refuses a connector without user step', () => {
    expect(() => parseCallback(at('code=c&state=s'), createAcme({ grant: 'client_credentials' }))).toThrow(TypeError)
  })
})

describe('parseCallback() with captures', () => {
  const capture = [
    { from: 'callback', path: 'realmId', id: 'realm' },
    { from: 'callback', path: 'dc', id: 'dc', pattern: '[a-z]{2}\\d' },
    { from: 'token', path: 'team.id', id: 'team' },
  ] as const

  test('gives the values of the callback by credential id', () => {
    const answer = parseCallback(at('code=c&state=s&realmId=12+34&dc=us7'), createAcme({ capture }))

    expect(answer.captured).toEqual({ realm: '12 34', dc: 'us7' })
  })

  test.each([
    ['missing', 'dc=us7', 'realm'],
    ['empty', 'dc=us7&realmId=', 'realm'],
    ['longer than 2048 characters', `dc=us7&realmId=${'x'.repeat(2049)}`, 'realm'],
    ['with a line break', 'dc=us7&realmId=a%0D%0Ab', 'realm'],
    ['against its pattern', 'dc=us7.evil.example&realmId=1', 'dc'],
    ['sent twice', 'dc=us7&dc=eu1&realmId=1', 'dc'],
  ])('refuses one that is %s, naming it', (_what, query, id) => {
    const error = refusalOf(`code=c&state=s&${query}`, { capture })

    expect(error.code).toBe('AUTH_CALLBACK_INVALID')
    expect(error.message).toContain(`"${id}"`)
    expect(error.message).not.toContain('evil.example')
  })
})

describe('readCallbackState()', () => {
  test('gives the one state, of callbacks with errors too', () => {
    expect(readCallbackState(at('code=c&state=s%2B1'))).toBe('s+1')
    expect(readCallbackState(new URL(at('error=access_denied&state=s')))).toBe('s')
  })

  test.each(['', 'state=', 'state=a&state=b', 'State=a'])('gives undefined for %j', (query) => {
    expect(readCallbackState(at(query))).toBeUndefined()
  })

  test('gives undefined for what is no URL', () => {
    expect(readCallbackState('not a url')).toBeUndefined()
  })
})
