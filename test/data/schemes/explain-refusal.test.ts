import { expect, test } from 'vitest'
import { explainRefusal } from '../../../src/data/schemes/explain-refusal.ts'

const now = new Date('2026-05-01T12:00:00Z')
const answer = (status: number, body: unknown) =>
  explainRefusal(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }), now)

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
