import { createHmac, generateKeyPairSync } from 'node:crypto'
import type { AnyConnector } from 'checkwright'
import { runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DataFileError } from '../../../src/data/data-file.ts'
import type { SignEntry } from '../../../src/data/format/schemes.ts'
import { readConnector } from '../../../src/data/read-connector.ts'
import { signAws } from '../../../src/data/schemes/aws-sigv4.ts'
import { signHmac } from '../../../src/data/schemes/hmac.ts'
import { logIn } from '../../../src/data/schemes/logins.ts'

const write = (scheme: string, baseUrl = 'https://api.acme.example', hosts = '') => `
checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: ${baseUrl}
${hosts}
auth:
  type: custom
  config:
    credentialFields:
      - { id: user, label: User, type: text, required: true }
      - { id: password, label: Password, type: password, required: true }
${scheme}
checks:
  - id: sso
    title: Single sign-on is on
    severity: high
    get: { path: /settings }
    resource: { type: workspace, id: body.id }
    pass: body.sso
    fail: { title: It is off, remediation: Turn it on. }
`
const read = (text: string) => readConnector('acme.connector.yaml', new TextEncoder().encode(text))
const run = (connector: AnyConnector, password: string) =>
  runChecks(connector, { credentials: { user: 'ada', password }, allowPrivateNetwork: true } as never)

const now = new Date('2015-08-30T12:36:00Z')

test('aws-sigv4 gives the signature of the published test "get-vanilla"', async () => {
  const headers = new Headers()
  const entry = {
    scheme: 'aws-sigv4',
    accessKey: 'id',
    secretKey: 'key',
    service: 'service',
    region: '{region}',
  } as const
  const credentials = { id: 'AKIDEXAMPLE', key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }

  await signAws(
    entry,
    { method: 'GET', url: new URL('https://example.amazonaws.com/'), headers },
    { credentials, keys: {}, now },
  )

  expect(headers.get('authorization')).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  )
})

describe('hmac', () => {
  const sign = (entry: Partial<Extract<SignEntry, { scheme: 'hmac' }>>, credentials: Record<string, unknown>) => {
    const headers = new Headers()
    const body = new TextEncoder().encode('{}')
    signHmac(
      { scheme: 'hmac', secret: 'key', message: '', headers: { 'x-sign': '{signature}' }, ...entry },
      { method: 'POST', url: new URL('https://api.acme.example/a/b?c=d'), headers, body },
      { credentials, keys: {}, now },
    )
    return headers.get('x-sign')
  }

  test('gives the code of RFC 4231 §4.3', () => {
    expect(sign({ message: 'what do ya want for nothing?' }, { key: 'Jefe' })).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test('signs the parts of the request, and no field stands for one', () => {
    const message = '{method}|{path}|{query}|{time}|{body}'
    expect(sign({ message }, { key: 'k', path: '/other' })).toBe(
      createHmac('sha256', 'k').update('POST|/a/b|c=d|1440938160|{}').digest('hex'),
    )
  })

  test('by HTTP Basic, with the date of the request and its parameters in their order', () => {
    const headers = new Headers()
    signHmac(
      {
        scheme: 'hmac',
        secret: 'key',
        hash: 'sha512',
        time: 'http',
        headers: { date: '{time}' },
        message: '{time}\n{method}\n{host}\n{path}\n{sortedQuery}',
        basic: '{user}:{signature}',
      },
      { method: 'GET', url: new URL("https://api.acme.example/a?b=2&ab=(x y)~'&b=1"), headers },
      { credentials: { key: 'k', user: 'ada' }, keys: {}, now },
    )

    const date = 'Sun, 30 Aug 2015 12:36:00 GMT'
    const message = `${date}\nGET\napi.acme.example\n/a\nab=%28x%20y%29~%27&b=1&b=2`
    const signature = createHmac('sha512', 'k').update(message).digest('hex')
    expect(Object.fromEntries(headers)).toEqual({
      authorization: `Basic ${Buffer.from(`ada:${signature}`).toString('base64')}`,
      date,
    })
  })

  test('that nothing carries is a mistake', () => {
    expect(() => read(write("sign: { scheme: hmac, secret: password, message: '{method}' }"))).toThrow(
      'needs "headers" or "basic"',
    )
  })
})

const context = (credentials: Record<string, unknown>, asked: { url: string; body: string }[]) => ({
  credentials,
  settings: {},
  organizationId: undefined,
  now,
  signal: new AbortController().signal,
  secret: (value: string) => value,
  fetch: async (url: string | URL | Request, init?: { body?: unknown }) => {
    asked.push({ url: String(url), body: String(init?.body) })
    return Response.json({ access_token: 't', expires_in: 60 })
  },
})
const definition = {
  baseUrl: 'https://api.acme.example/v1',
  auth: { type: 'custom', config: { credentialFields: [] } },
} as never

test('jwt-bearer hands over an assertion of RFC 7523 at its own origin', async () => {
  const asked: { url: string; body: string }[] = []
  const entry = {
    scheme: 'jwt-bearer',
    path: '/oauth/token',
    key: 'secret',
    algorithm: 'HS256',
    issuer: '{app}',
    audience: 'acme',
  } as const
  const secret = 'a secret of more than thirty-two bytes'

  const reply = await logIn(entry, definition, context({ secret, app: 'app-1' }, asked) as never)

  expect(asked[0]?.url).toBe('https://api.acme.example/oauth/token')
  const form = new URLSearchParams(asked[0]?.body)
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const verified = await jwtVerify(form.get('assertion') ?? '', new TextEncoder().encode(secret), {
    audience: 'acme',
    currentDate: now,
  })
  expect(verified.payload).toMatchObject({ iss: 'app-1', sub: 'app-1' })
  expect(reply).toEqual({ headers: { authorization: 'Bearer t' }, expiresAtMs: now.getTime() + 60_000 })
})

test('google-service-account asks Google, whatever the key names as its address', async () => {
  const asked: { url: string; body: string }[] = []
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = JSON.stringify({
    type: 'service_account',
    client_email: 'a@b.example',
    private_key_id: 'k1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: 'https://evil.example/',
  })

  await logIn(
    { scheme: 'google-service-account', key: 'key', scopes: ['s1', 's2'] },
    definition,
    context({ key }, asked) as never,
  )

  expect(asked.map(({ url }) => url)).toEqual(['https://oauth2.googleapis.com/token'])
  const assertion = new URLSearchParams(asked[0]?.body).get('assertion') ?? ''
  expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: 'RS256', kid: 'k1' })
  expect(decodeJwt(assertion)).toMatchObject({
    iss: 'a@b.example',
    scope: 's1 s2',
    aud: 'https://oauth2.googleapis.com/token',
  })
})

test.each([
  ['{ not json'],
  ['{"type":"service_account","client_email":"a","private_key_id":"b","private_key":"hush-hush"}'],
])('a key that is none is not quoted', async (key) => {
  const login = logIn(
    { scheme: 'google-service-account', key: 'key', scopes: ['s'] },
    definition,
    context({ key }, []) as never,
  )
  await expect(login).rejects.toThrow(/key/)
  await expect(login).rejects.not.toThrow(/hush-hush|not json/)
})

const loginToken = `login: { scheme: login-token, path: /login, body: { name: '{user}', password: '{password}' }, token: data.token, prefix: 'Token ' }`

test('login-token logs in at its own origin, and the token goes with each request', async () => {
  const seen: (string | null)[] = []
  const vendor = await fakeVendor({
    routes: {
      'POST /login': (request: { json(): { name: string; password: string } }) => {
        const { name, password } = request.json()
        return name === 'ada' && password === 'pass-word-1'
          ? { json: { data: { token: 'token-42' } } }
          : { status: 401, json: {} }
      },
      'GET /settings': ({ headers }: { headers: Headers }) => {
        seen.push(new Headers(headers as never).get('authorization'))
        return { json: { id: 1, sso: true } }
      },
    } as never,
  })
  onTestFinished(() => vendor.close())
  const connector = read(write(loginToken, vendor.url))

  const [good, bad] = [await run(connector, 'pass-word-1'), await run(connector, 'wrong-word-9')]

  expect(good.checks[0]).toMatchObject({ status: 'pass' })
  expect(seen).toEqual(['Token token-42'])
  expect(bad.checks[0]).toMatchObject({ status: 'error', error: { kind: 'auth' } })
  expect(JSON.stringify([good, bad])).not.toMatch(/pass-word-1|wrong-word-9|token-42/)
})

test.each<[string, string, RegExp]>([
  ['a scheme that does not ship', 'login: { scheme: javascript, code: x }', /:14:\d+: login\.scheme /],
  ['another host', loginToken.replace('/login', 'https://evil.example/'), /:14:\d+: login\.path must be a path/],
  ['another host by two slashes', loginToken.replace('/login', '//evil.example/'), /login\.path must be a path/],
  ['a misspelt member', loginToken.replace('prefix', 'prefx'), /login\.prefx/],
  [
    'a field that does not exist',
    loginToken.replace('{password}', '{pasword}'),
    /login\.body\.password there is no credential field/,
  ],
  [
    'a secret that people see',
    'sign: { scheme: hmac, secret: user, message: x, headers: { x-a: y } }',
    /sign\.secret "user" is shown/,
  ],
  [
    'a name that no request has',
    'sign: { scheme: hmac, secret: password, message: "{nonce}", headers: { x-a: y } }',
    /sign\.message there is no/,
  ],
  [
    'a login to Google without its host',
    'login: { scheme: google-service-account, key: password, scopes: [a] }',
    /allowedHosts/,
  ],
])('%s is refused at its place', (_what, scheme, message) => {
  expect(() => read(write(scheme))).toThrow(DataFileError)
  expect(() => read(write(scheme))).toThrow(message)
})
