import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { startLoopbackServer } from '../../../src/author/testing/vendor/loopback.ts'
import { omitUndefined } from '../../../src/text/omit-undefined.ts'
import { client, startOpenidProvider } from '../../app/pages/openid-provider.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const { publicKey } = await generateKeyPair('RS256', { extractable: true })
const key = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }

interface Oddity {
  readonly metadata?: object
  readonly keys?: unknown
  readonly keysStatus?: number
  /** Of the token endpoint. @default invalid_grant */
  readonly token?: object
  readonly tokenStatus?: number
  /** @default back to the redirect URI, with login_required */
  readonly authorize?: (redirectUri: string) => { readonly status: number; readonly location?: string }
  readonly metadataStatus?: number
  readonly date?: string
}

async function startProvider(oddity: Oddity): Promise<string> {
  const server = await startLoopbackServer()
  const { origin } = server
  server.serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const send = (value: unknown, status = 200) => {
      const headers = omitUndefined({ 'content-type': 'application/json', date: oddity.date })
      response.writeHead(status, headers).end(JSON.stringify(value))
    }
    if (pathname === '/.well-known/openid-configuration')
      return send(
        {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...oddity.metadata,
        },
        oddity.metadataStatus,
      )
    if (pathname === '/keys') return send(oddity.keys ?? { keys: [key] }, oddity.keysStatus)
    if (pathname === '/token') return send(oddity.token ?? { error: 'invalid_grant' }, oddity.tokenStatus ?? 400)
    const redirectUri = searchParams.get('redirect_uri') ?? ''
    const { status, location } = oddity.authorize?.(redirectUri) ?? {
      status: 303,
      location: `${redirectUri}?error=login_required&state=${searchParams.get('state')}`,
    }
    response.writeHead(status, location === undefined ? {} : { location }).end()
  })
  return origin
}

async function tryProvider(issuer: string) {
  const { runtime } = await openRuntimeWith({ connectors: [], allowPrivateNetwork: true })
  const { id } = await runtime.signInIssuers.create({ ...client, organizationId: 'acme', name: 'Login', issuer })
  const trial = await runtime.signInIssuers.test({ organizationId: 'acme', id })
  const find = (outcome: string) =>
    trial.steps
      .filter((each) => each.outcome === outcome)
      .map(({ step, rule }) => (rule === null ? step : `${step} ${rule}`))
  return { runtime, id, trial, broken: find('broken'), unknown: find('unknown') }
}

test('a provider that keeps all rules is ok in every step', async () => {
  const { trial, broken, unknown } = await tryProvider(await startProvider({}))

  expect([trial.isBroken, broken, unknown]).toEqual([false, [], []])
  expect(trial.steps.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => 'ok'))
})

const all = ['endpoints', 'algorithms', 'keys', 'client', 'redirect']

test.each<readonly [string, Oddity, readonly string[], readonly string[]]>([
  ['names another issuer', { metadata: { issuer: 'https://login.example.com' } }, ['discovery metadata.issuer'], all],
  ['answers 404 to discovery', { metadataStatus: 404 }, ['discovery answer.status'], all],
  ['is an hour ahead', { date: new Date(Date.now() + 3_600_000).toUTCString() }, ['clock clock'], []],
  ['is an hour behind', { date: new Date(Date.now() - 3_600_000).toUTCString() }, ['clock clock'], []],
  ['does not say its time as one', { date: 'now' }, [], ['clock']],
  [
    'signs with HS256 alone',
    { metadata: { id_token_signing_alg_values_supported: ['HS256'] } },
    ['algorithms id_token.alg'],
    [],
  ],
  [
    'has no code flow',
    { metadata: { response_types_supported: ['id_token'] } },
    ['endpoints metadata.response_types_supported'],
    [],
  ],
  [
    'takes PKCE as plain text alone',
    { metadata: { code_challenge_methods_supported: ['plain'] } },
    ['endpoints metadata.code_challenge_methods_supported'],
    [],
  ],
  ['has keys for encryption alone', { keys: { keys: [{ ...key, use: 'enc' }] } }, ['keys id_token.key'], []],
  ['has a key set that is down', { keysStatus: 503 }, ['keys keys.status'], []],
  ['has a key set of another form', { keys: [] }, ['keys keys.json'], []],
  [
    'does not know the client',
    { token: { error: 'invalid_client' }, tokenStatus: 401 },
    ['client token.invalid_client'],
    [],
  ],
  [
    'does not let the client use codes',
    { token: { error: 'unauthorized_client' } },
    ['client token.unauthorized_client'],
    [],
  ],
  ['refuses everything without a word', { token: { error: 'invalid_request' } }, [], ['client']],
  [
    'takes no secret of ours',
    { metadata: { token_endpoint_auth_methods_supported: ['tls_client_auth'] } },
    ['client metadata.token_endpoint_auth_methods_supported'],
    [],
  ],
  ['does not know the redirect URI', { authorize: () => ({ status: 400 }) }, ['redirect redirect_uri'], []],
  ['shows its sign-in page', { authorize: () => ({ status: 200 }) }, [], ['redirect']],
  ['leads elsewhere', { authorize: () => ({ status: 302, location: '/login' }) }, [], ['redirect']],
  [
    'refuses the scope',
    { authorize: (uri) => ({ status: 302, location: `${uri}?error=invalid_scope` }) },
    ['redirect callback.error'],
    [],
  ],
])('a provider that %s', async (_what, oddity, broken, unknown) => {
  const found = await tryProvider(await startProvider(oddity))

  expect([found.broken, found.unknown]).toEqual([broken, unknown])
  expect(found.trial.isBroken).toBe(broken.length > 0)
})

test('a provider that cannot be reached is told as that, and no error of it is repeated', async () => {
  const server = await startLoopbackServer()
  await server.close()

  const { broken, trial } = await tryProvider(server.origin)

  expect(broken).toEqual([expect.stringMatching(/^discovery transport\./)])
  expect(JSON.stringify(trial)).not.toContain(client.clientSecret)
})

test('a real provider knows the client, and the redirect URI only once it is registered', async () => {
  const provider = await startOpenidProvider({
    id: 'ada',
    name: 'Ada',
    email: 'ada@acme.example',
    emailVerified: true,
  })
  const { runtime, id, broken } = await tryProvider(provider.issuer)
  const [issuer] = await runtime.signInIssuers.list({ organizationId: 'acme' })
  provider.allow(issuer?.redirectUri ?? '')

  const again = await runtime.signInIssuers.test({ organizationId: 'acme', id })

  expect(broken).toEqual(['redirect redirect_uri'])
  expect(again.steps.filter(({ outcome }) => outcome !== 'ok')).toEqual([])
  await expect(runtime.signInIssuers.test({ organizationId: 'other', id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
