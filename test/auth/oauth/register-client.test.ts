import { expect, test } from 'vitest'
import { registerClient } from '../../../src/auth/oauth/token-endpoint.ts'
import type { OAuth2Config } from '../../../src/define/index.ts'
import { createAcme, createFillings } from './acme.ts'
import { type Answerer, answerAlike, startLoopback } from './loopback.ts'

const redirectUris = ['https://app.example/callback']

async function register(answer: Answerer, config: Partial<OAuth2Config> = {}) {
  await using server = await startLoopback(answer)
  const definition = createAcme({ registrationUrl: `${server.origin}/register`, ...config })
  const outcome: unknown = await registerClient({
    definition,
    clientName: 'Checkwright of Corp',
    redirectUris,
    fillings: createFillings(definition),
    fetch,
    deadlineMs: 5000,
  }).catch((error: unknown) => error)
  return { outcome, received: server.received }
}

const registered = { client_id: 'new-app', client_secret: 'new-secret' }

test.each<[string, Partial<OAuth2Config>, object]>([
  [
    'a secret in the body',
    {},
    {
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'users:read groups:read',
    },
  ],
  ['a secret in the header', { clientAuthMethod: 'header' }, { token_endpoint_auth_method: 'client_secret_basic' }],
  ['a public client', { publicClient: true }, { token_endpoint_auth_method: 'none' }],
  ['no refresh tokens', { supportsRefreshToken: false }, { grant_types: ['authorization_code'] }],
  [
    'no user step',
    { grant: 'client_credentials', scopes: [] },
    { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] },
  ],
])('registerClient() asks for an app with %s (RFC 7591 §2)', async (_what, config, expected) => {
  const { received } = await register(answerAlike(201, registered), config)

  // One request: nothing is discovered.
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /register'])
  expect(received[0]?.headers['content-type']).toBe('application/json')
  const least = { client_name: 'Checkwright of Corp', redirect_uris: redirectUris, response_types: ['code'] }
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ ...least, ...expected })
})

test.each<[string, Answerer, Partial<OAuth2Config>, object]>([
  [
    '201',
    answerAlike(201, { ...registered, client_secret_expires_at: 0 }),
    {},
    { clientId: 'new-app', clientSecret: 'new-secret' },
  ],
  ['200 without expiry', answerAlike(200, registered), {}, { clientId: 'new-app', clientSecret: 'new-secret' }],
  [
    'a secret that expires',
    answerAlike(201, { ...registered, client_secret_expires_at: 1_800_000_000 }),
    {},
    { clientId: 'new-app', clientSecret: 'new-secret', clientSecretExpiresAtMs: 1_800_000_000_000 },
  ],
  ['a public client', answerAlike(201, { client_id: 'new-app' }), { publicClient: true }, { clientId: 'new-app' }],
])('registerClient() reads %s', async (_what, answer, config, expected) => {
  const { outcome } = await register(answer, config)

  expect(outcome).toEqual(expected)
})

test.each<[string, Answerer, object]>([
  [
    'a refusal',
    answerAlike(400, { error: 'invalid_redirect_uri' }),
    { code: 'AUTH_APP_MISCONFIGURED', vendorCode: 'invalid_redirect_uri' },
  ],
  ['403 without a code', answerAlike(403, ''), { code: 'AUTH_APP_MISCONFIGURED', status: 403 }],
  ['an outage', answerAlike(503, ''), { code: 'AUTH_TRANSIENT', status: 503, retryable: true }],
  ['no client id', answerAlike(201, { client_secret: 'x' }), { code: 'AUTH_REPLY_INVALID' }],
  [
    'an app without secret where one is needed',
    answerAlike(201, { client_id: 'new-app' }),
    { code: 'AUTH_REPLY_INVALID' },
  ],
  ['a web page', answerAlike(200, '<p>Hello'), { code: 'AUTH_REPLY_INVALID' }],
  ['a redirect', answerAlike(302, '', { location: '/' }), { code: 'AUTH_REPLY_INVALID', status: 302 }],
])('registerClient() refuses %s, after one request', async (_what, answer, expected) => {
  const { outcome, received } = await register(answer)

  expect(outcome).toMatchObject({ name: 'AuthError', ...expected })
  expect(received).toHaveLength(1)
})

test('registerClient() is a TypeError where the connector declares no endpoint', async () => {
  const definition = createAcme()

  const registering = registerClient({
    definition,
    clientName: 'x',
    redirectUris,
    fillings: createFillings(definition),
    fetch,
  })

  await expect(registering).rejects.toThrow(/registrationUrl/)
})
