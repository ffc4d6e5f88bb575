import { expect, test } from 'vitest'
import { explainRefusal } from '../../../src/data/schemes/explain-refusal.ts'

const now = new Date('2026-05-01T12:00:00Z')
const answer = (status: number, body: unknown) =>
  explainRefusal(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }), {
    asked: 'assertion',
    now,
  })

test.each([
  // googleapis/google-auth-library-nodejs#129, googleapis/oauth2client#193, mozilla/addons-server#1071
  [
    400,
    { error: 'invalid_grant', error_description: 'Invalid JWT: Check your iat and exp values.' },
    /clock.*2026-05-01T12/,
  ],
  [400, { error: 'invalid_grant', error_description: 'Invalid signature.' }, /\(invalid_grant\).*key, issuer/],
  [401, { error: 'unauthorized_client' }, /\(unauthorized_client\).*scopes/],
  [403, { error: 'access_denied' }, /scopes/],
  [404, '<html></html>', /path of the login/],
  [403, '<html><title>Just a moment...</title></html>', /firewall/],
  [400, { error: 'unsupported_grant_type' }, /form of the login/],
  [401, { error: 'invalid_client' }, /\(invalid_client\).*other credentials/],
  [401, '', /other credentials/],
])('explainRefusal() of %i %j tells what helps', async (status, body, says) => {
  const error = await answer(status, body)

  expect(error).toMatchObject({ code: 'AUTH_LOGIN_FAILED', status, message: expect.stringMatching(says) })
  if (!/other credentials/.test(says.source)) expect(error.message).not.toContain('other credentials')
})

test.each([
  [401, { error: 'invalid_grant' }, {}, /other credentials/, 'credentials'],
  [400, { message: 'Your account is locked after 5 attempts' }, {}, /locked or disabled/, 'account'],
  [403, { error: { code: 'insufficient_scope', message: 'x' } }, {}, /scopes/, 'permission'],
  [400, { error: 'key_rotated' }, { key_rotated: 'app' }, /id of the app/, 'app'],
  [400, { error: 'wait_please' }, { wait_please: 'limit' }, /later/, 'limit'],
  [400, 'Too many requests', {}, /later/, 'limit'],
] as const)(
  'explainRefusal() of a login with a password, %i %j, is about it',
  async (status, body, refusals, says, reason) => {
    const response = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

    const error = await explainRefusal(response, { asked: 'login', now, refusals })

    expect(error).toMatchObject({ reason, message: expect.stringMatching(says) })
  },
)

test('explainRefusal() names both clocks where they differ by more than two minutes (RFC 9110 §6.6.1)', async () => {
  const refuse = (date: string) =>
    explainRefusal(new Response('{"error":"invalid_grant"}', { status: 400, headers: { date } }), {
      asked: 'assertion',
      now,
    })

  expect(await refuse('Fri, 01 May 2026 12:07:00 GMT')).toMatchObject({
    reason: 'clock',
    message: expect.stringMatching(/12:00:00.*12:07:00/),
  })
  expect(await refuse('Fri, 01 May 2026 12:01:30 GMT')).toMatchObject({ reason: 'credentials' })
})

test.each([
  [429, ''],
  [503, { error: 'invalid_grant' }],
  [400, { error: 'invalid_request', error_description: 'Too many attempts, wait.' }],
])('explainRefusal() of %i %j may be tried again', async (status, body) => {
  expect(await answer(status, body)).toMatchObject({ code: 'AUTH_TRANSIENT', retryable: true })
})

test('explainRefusal() repeats no other text of the answer', async () => {
  const error = await answer(400, { error: 'eyJhbGciOi.secret', error_description: 'secret-of-mine' })

  expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/secret|eyJ/)
})
