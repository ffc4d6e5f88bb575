import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHost, type JwtOptions } from '../../../../src/app/host/index.ts'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'
import { openRuntimeWith } from '../../runtime/world.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const nowSeconds = Date.parse('2026-05-01T12:00:00Z') / 1000

const jwt: JwtOptions = { issuer: 'https://id.example', audience: 'checks', algorithms: ['RS256'], key: pem }

const claims = {
  iss: 'https://id.example',
  aud: 'checks',
  sub: 'ada',
  org_id: 'acme',
  scope: 'organization:read comments:write',
  iat: nowSeconds,
  exp: nowSeconds + 300,
}

function signed(change: object = {}, header: object = {}, key = privateKey): Promise<string> {
  return new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'RS256', ...header }).sign(key)
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function asked(token: string, options: JwtOptions = jwt) {
  const { ask } = await openApiHost({ jwt: options })
  return readAnswer(ask('GET', '/v1/organization', { key: null, headers: { authorization: `Bearer ${token}` } }))
}

describe('a Bearer token', () => {
  test('of the issuer proves organization, person and scopes', async () => {
    const { status, body } = await asked(await signed())

    expect([status, body]).toEqual([200, expect.objectContaining({ id: 'acme', authType: 'session' })])
  })

  const unsigned = (alg: string) => `${base64url({ alg })}.${base64url(claims)}.`
  const confused = () => {
    const input = `${base64url({ alg: 'HS256' })}.${base64url(claims)}`
    return `${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`
  }
  // By hand: jose does not even sign such a token.
  const withUnknownExtension = () => {
    const input = `${base64url({ alg: 'RS256', crit: ['exp2'], exp2: 1 })}.${base64url(claims)}`
    return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
  }
  // By hand: no library writes a claim twice.
  const withDoubledClaim = (where: 'header' | 'payload') => {
    const twice = (value: object, name: string) => JSON.stringify(value).replace('{', `{"${name}":"x",`)
    const header = where === 'header' ? twice({ alg: 'RS256', typ: 'JWT' }, 'typ') : JSON.stringify({ alg: 'RS256' })
    const payload = where === 'payload' ? twice(claims, 'org_id') : JSON.stringify(claims)
    const input = [header, payload].map((part) => Buffer.from(part).toString('base64url')).join('.')
    return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
  }
  test.each(['JWT', 'at+jwt', 'application/at+jwt', undefined])('may be of type %s', async (typ) => {
    expect((await asked(await signed({}, typ === undefined ? {} : { typ }))).status).toBe(200)
  })

  test.each<[string, () => string | Promise<string>]>([
    ['an issue time of tomorrow', () => signed({ iat: nowSeconds + 86_400, exp: nowSeconds + 90_000 })],
    ['the type logout+jwt', () => signed({}, { typ: 'logout+jwt' })],
    ['the type of a security event', () => signed({}, { typ: 'secevent+jwt' })],
    ['a claim that stands twice', () => withDoubledClaim('payload')],
    ['a header that stands twice', () => withDoubledClaim('header')],
    ['no signature (alg none)', () => unsigned('none')],
    ['no signature (alg RS256)', () => unsigned('RS256')],
    ['an HMAC keyed by the public key', confused],
    ['the signature of a stranger', () => signed({}, {}, stranger.privateKey)],
    ['another issuer', () => signed({ iss: 'https://evil.example' })],
    ['another audience', () => signed({ aud: 'other' })],
    ['no audience', () => signed({ aud: undefined })],
    ['an end in the past', () => signed({ exp: nowSeconds - 31 })],
    ['no end', () => signed({ exp: undefined })],
    ['a beginning in the future', () => signed({ nbf: nowSeconds + 31 })],
    ['no person', () => signed({ sub: undefined })],
    ['an empty person', () => signed({ sub: '' })],
    ['no organization', () => signed({ org_id: undefined })],
    ['an organization that is not here', () => signed({ org_id: 'nobody' })],
    ['a critical extension that nobody knows', withUnknownExtension],
    ['another algorithm of the same key', () => signed({}, { alg: 'PS256' })],
    [
      'altered claims',
      async () => (await signed()).replace(/\.[^.]+\./, `.${base64url({ ...claims, org_id: 'other' })}.`),
    ],
    ['nonsense', () => 'a.b.c'],
    ['nothing', () => ''],
  ])('is refused with 401 for %s', async (_what, make) => {
    const { status, body } = await asked(await make())

    expect([status, body.code]).toEqual([401, 'API_UNAUTHENTICATED'])
  })

  test('within 30 s of its end is still good: clocks differ', async () => {
    expect((await asked(await signed({ exp: nowSeconds - 29 }))).status).toBe(200)
  })

  test('lacks a scope that it does not name', async () => {
    const { status, body } = await asked(await signed({ scope: ['comments:write', 5] }))

    expect([status, body.code, body.detail]).toEqual([
      403,
      'API_FORBIDDEN',
      'The token lacks the scope "organization:read".',
    ])
  })

  test('may name its claims otherwise', async () => {
    const options = { ...jwt, claims: { organization: 'https://app.example/org', scope: 'permissions' } }
    const token = await signed({ 'https://app.example/org': 'other', permissions: ['organization:read'] })

    expect((await asked(token, options)).body).toMatchObject({ id: 'other' })
  })

  test('is its own author, whatever the body says', async () => {
    const { ask } = await openApiHost({ jwt })
    const headers = { authorization: `Bearer ${await signed()}` }
    const attachments = [{ fileName: 'a', fileType: 'a/b', fileData: 'AAAA', userId: 'nobody' }]
    const body = { content: 'x', entityId: 't', entityType: 'task', userId: 'bob', attachments }

    const created = await readAnswer(ask('POST', '/v1/comments', { key: null, headers, body }))

    expect([created.status, created.body]).toEqual([
      201,
      expect.objectContaining({ author: expect.objectContaining({ id: 'ada' }) }),
    ])
  })

  test('beside an API key is refused with 400, and alone asks for either in a challenge', async () => {
    const { ask } = await openApiHost({ jwt })
    const headers = { authorization: `Bearer ${await signed()}` }

    const both = await readAnswer(ask('GET', '/v1/organization', { headers }))
    const none = await ask('GET', '/v1/organization', { key: null })

    expect([both.status, both.body.code]).toEqual([400, 'API_CREDENTIALS_AMBIGUOUS'])
    expect(none.headers.get('www-authenticate')).toBe('ApiKey header="X-API-Key", Bearer')
  })
})

describe('a key set', () => {
  test('given as an object finds the key by its id', async () => {
    const keys = [
      { ...(await exportJWK(stranger.publicKey)), kid: 'a' },
      { ...(await exportJWK(publicKey)), kid: 'b' },
    ]
    const options = { ...jwt, key: undefined, jwks: { keys } }

    expect((await asked(await signed({}, { kid: 'b' }), options)).status).toBe(200)
    expect((await asked(await signed({}, { kid: 'a' }), options)).status).toBe(401)
    expect((await asked(await signed({}, { kid: 'c' }), options)).status).toBe(401)
  })

  async function served(status = 200) {
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'b', alg: 'RS256' }]
    const vendor = await fakeVendor({ routes: { 'GET /jwks': { status, json: { keys } } } })
    onTestFinished(() => vendor.close())
    return vendor
  }

  test('given as a URL is fetched once, however many unknown keys are named', async () => {
    const vendor = await served()
    const { ask } = await openApiHost({ jwt: { ...jwt, key: undefined, jwks: `${vendor.url}/jwks` } })
    const withKey = async (kid: string) => {
      const headers = { authorization: `Bearer ${await signed({}, { kid })}` }
      return (await ask('GET', '/v1/organization', { key: null, headers })).status
    }

    const statuses = [await withKey('b'), await withKey('x'), await withKey('y'), await withKey('b')]

    expect(statuses).toEqual([200, 401, 401, 200])
    expect(vendor.requests).toHaveLength(1)
  })

  test('that cannot be had is 503 and no verdict about the token, and its server is spared', async () => {
    const vendor = await served(500)
    const { ask, lines } = await openApiHost({ jwt: { ...jwt, key: undefined, jwks: `${vendor.url}/jwks` } })
    const headers = { authorization: `Bearer ${await signed({}, { kid: 'b' })}` }

    const answers = []
    for (let n = 0; n < 3; n++) answers.push(await ask('GET', '/v1/organization', { key: null, headers }))

    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(answers[0]?.headers.get('retry-after')).toBe('1')
    expect(vendor.requests).toHaveLength(1)
    expect(lines).toHaveLength(3)
  })

  test('on a private address is not fetched unless the runtime may', async () => {
    const vendor = await served()
    const options = { ...jwt, key: undefined, jwks: `${vendor.url}/jwks` }
    const { ask } = await openApiHost({ jwt: options }, { allowPrivateNetwork: false })
    const headers = { authorization: `Bearer ${await signed({}, { kid: 'b' })}` }

    const answer = await ask('GET', '/v1/organization', { key: null, headers })

    expect(answer.status).toBe(503)
    expect(vendor.requests).toHaveLength(0)
  })
})

describe('createHost()', () => {
  test.each<[object, RegExp]>([
    [{ algorithms: ['none'] }, /"none"/],
    [{ algorithms: [] }, /at least one/],
    [{ algorithms: ['HS256'] }, /HMAC/],
    [{ algorithms: ['RS256', 'HS256'] }, /HMAC/],
    [{ algorithms: ['RS256'], key: { kty: 'oct', k: 'c2VjcmV0' } }, /secret/],
    [{ algorithms: ['HS256'], key: undefined, jwks: { keys: [] } }, /HMAC/],
    [{ key: undefined }, /jwks or key/],
    [{ jwks: 'https://id.example/jwks' }, /jwks or key/],
    [{ issuer: '' }, /issuer/],
    [{ audience: undefined }, /audience/],
    [{ key: undefined, jwks: 'nowhere' }, /URL/],
    [{ key: undefined, jwks: 'http://id.example/jwks' }, /https/],
    [{ key: undefined, jwks: new URL('ftp://id.example/jwks') }, /https/],
  ])('refuses jwt with %j', async (change, message) => {
    const { runtime } = await openRuntimeWith({ connectors: [] })
    const options = { ...jwt, ...change } as JwtOptions

    expect(() => createHost({ runtime, jwt: options })).toThrow(message)
  })
})

test.each<[object, RegExp]>([
  [{ cors: ['https://app.example.com'] }, /cors must be an object with the list origins/],
  [{ cors: { origins: 'https://app.example.com' } }, /cors must be an object with the list origins/],
  [{ trustedProxies: '10.0.0.0/8' }, /trustedProxies must be a list/],
  [{ rateLimits: 5 }, /rateLimits must be an object/],
  [{ jwt: 'https://id.example' }, /jwt must be an object/],
])('createHost() refuses %j at once', async (wrong, message) => {
  const { runtime } = await openRuntimeWith({ connectors: [] })

  expect(() => Reflect.apply(createHost, undefined, [{ runtime, ...wrong }])).toThrow(message)
})

test('an API key counts behind a proxy that hands its own Authorization on', async () => {
  const { ask } = await openApiHost({ jwt })

  const answer = await ask('GET', '/v1/organization', { headers: { authorization: 'Basic cHJveHk6cHc=' } })

  expect(answer.status).toBe(200)
})
