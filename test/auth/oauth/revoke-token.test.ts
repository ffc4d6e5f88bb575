import { expect, test } from 'vitest'
import { revokeToken } from '../../../src/auth/oauth/token-endpoint.ts'
import type { OAuth2Config } from '../../../src/define/index.ts'
import { canary, createAcme, findLeaks, requestOptions } from './acme.ts'
import { type Answerer, answerAlike, type Received, startLoopback } from './loopback.ts'

async function revoke(answer: Answerer, config: Partial<OAuth2Config> = {}) {
  await using server = await startLoopback(answer)
  const waits: number[] = []
  const definition = createAcme({ revokeUrl: `${server.origin}/revoke`, ...config })
  const { app, fillings } = requestOptions(definition)
  const error: unknown = await revokeToken({
    definition,
    app,
    fillings,
    token: canary.refreshToken,
    tokenTypeHint: 'refresh_token',
    fetch,
    clock: { sleep: async (ms) => void waits.push(ms) },
    deadlineMs: 5000,
  }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { error, waits, received: server.received }
}

function formOf(received: Received | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(received?.body))
}

test('revokeToken() sends token, hint and the client as RFC 7009 §2.1 has it', async () => {
  const { error, received } = await revoke((_request, response) => response.writeHead(200).end())

  expect(error).toBeUndefined()
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ method: 'POST', path: '/revoke' })
  expect(formOf(received[0])).toEqual({
    token: canary.refreshToken,
    token_type_hint: 'refresh_token',
    client_id: 'acme-app',
    client_secret: canary.clientSecret,
  })
})

test('revokeToken() proves the client by header where the connector does', async () => {
  const { received } = await revoke(answerAlike(200, {}), { clientAuthMethod: 'header' })

  expect(received[0]?.headers.authorization).toMatch(/^Basic /)
  expect(formOf(received[0])).not.toHaveProperty('client_secret')
})

test.each<[string, Answerer]>([
  ['204', (_request, response) => response.writeHead(204).end()],
  ['200 with a web page', answerAlike(200, '<p>Done', { 'content-type': 'text/html' })],
  ['200 with JSON', answerAlike(200, { revoked: true })],
  ['400 invalid_token (Google, for a token that it no longer knows)', answerAlike(400, { error: 'invalid_token' })],
])('revokeToken() takes %s for done', async (_what, answer) => {
  const { error, received } = await revoke(answer)

  expect(error).toBeUndefined()
  expect(received).toHaveLength(1)
})

test('revokeToken() tries again after trouble on the way, with growing waits', async () => {
  let attempts = 0
  const { error, waits, received } = await revoke((request, response) => {
    attempts += 1
    answerAlike(attempts < 3 ? 503 : 200, {})(request, response)
  })

  expect(error).toBeUndefined()
  expect(received).toHaveLength(3)
  expect(waits).toEqual([250, 500])
})

test('revokeToken() gives up after three attempts, as transient', async () => {
  const { error, waits, received } = await revoke(answerAlike(429, {}))

  expect(error).toMatchObject({ code: 'AUTH_TRANSIENT', status: 429, retryable: true })
  expect(received).toHaveLength(3)
  expect(waits).toEqual([250, 500])
})

test.each<[string, Answerer, object]>([
  [
    'invalid_client',
    answerAlike(401, { error: 'invalid_client' }),
    { code: 'AUTH_APP_MISCONFIGURED', vendorCode: 'invalid_client' },
  ],
  [
    'unsupported_token_type',
    answerAlike(400, { error: 'unsupported_token_type' }),
    { code: 'AUTH_REPLY_INVALID', vendorCode: 'unsupported_token_type' },
  ],
  [
    '{ok: false}',
    answerAlike(200, { ok: false, error: 'not_allowed' }),
    { code: 'AUTH_REPLY_INVALID', vendorCode: 'not_allowed' },
  ],
  ['a redirect', answerAlike(302, '', { location: '/login' }), { code: 'AUTH_REPLY_INVALID', status: 302 }],
  [
    'an error that quotes the token',
    answerAlike(400, { error: canary.refreshToken }),
    { code: 'AUTH_REPLY_INVALID', vendorCode: undefined },
  ],
])('revokeToken() refuses %s at once, without leaking', async (_what, answer, expected) => {
  const { error, received } = await revoke(answer)

  expect(error).toMatchObject(expected)
  expect(findLeaks(error)).toEqual([])
  expect(received).toHaveLength(1)
})

test('revokeToken() is a TypeError where the connector declares no endpoint', async () => {
  const { app, fillings } = requestOptions(createAcme())
  const clock = { sleep: async () => undefined }

  const revoking = revokeToken({
    definition: createAcme(),
    app,
    fillings,
    token: 't',
    tokenTypeHint: 'access_token',
    fetch,
    clock,
  })

  await expect(revoking).rejects.toThrow(/revokeUrl/)
})
