import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDestinations, computeDestination, listDestination } from '../../src/auth/destination.ts'
import { readConnector } from '../../src/data/read-connector.ts'
import { countRuns } from '../setup/count-runs.ts'

type Json = { [member: string]: unknown }

const oauth = (): Json => ({
  checkwright: 'connector/v1',
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: 'https://{tenant}.acme.example/v1',
  allowedHosts: ['files.acme.example', 'api2.acme.example'],
  headers: { 'X-Tenant': '{tenant}', Accept: 'application/json' },
  query: { tenant: '{tenant}' },
  credentialFields: [
    { id: 'tenant', label: 'Tenant', type: 'text', required: true },
    { id: 'pin', label: 'PIN', type: 'password' },
  ],
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://login.acme.example/authorize',
      tokenUrl: 'https://login.acme.example/token',
      refreshUrl: 'https://login.acme.example/refresh',
      revokeUrl: 'https://login.acme.example/revoke',
      scopes: ['users:read'],
      tokenPlacement: { header: 'Authorization', prefix: 'Bearer ' },
      capture: [{ from: 'token', path: 'team.id', id: 'team' }],
    },
  },
  test: { path: '/me' },
  checks: [check('Sign-on is enforced')],
})

const custom = (): Json => ({
  checkwright: 'connector/v1',
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: {
    type: 'custom',
    config: {
      credentialFields: [
        { id: 'user', label: 'User', type: 'text', required: true },
        { id: 'secret', label: 'Secret', type: 'password', required: true },
      ],
    },
  },
  login: {
    scheme: 'login-token',
    path: '/login',
    body: { user: '{user}', secret: '{secret}' },
    token: 'token',
    header: 'X-Session',
  },
  sign: { scheme: 'hmac', secret: 'secret', message: '{method}', headers: { 'X-Sign': '{signature}' } },
  checks: [check('Sign-on is enforced')],
})

function check(title: string): Json {
  return {
    id: 'sso-enforced',
    title,
    get: { path: '/settings' },
    pass: 'body.sso.enforced',
    resource: { type: 'workspace', id: 'body.id' },
    fail: { title: 'Passwords still work', remediation: 'Turn it on.' },
  }
}

const read = (file: Json) => readConnector('acme.json', new TextEncoder().encode(JSON.stringify(file)))

/** A value at a dotted path, replaced. */
function change(file: Json, path: string, value: unknown): Json {
  const steps = path.split('.')
  let at: Json = file
  for (const step of steps.slice(0, -1)) at = at[step] as Json
  at[steps.at(-1) ?? ''] = value
  return file
}

describe('computeDestination()', () => {
  test.each([
    ['baseUrl', 'https://{tenant}.acme2.example/v1'],
    ['baseUrl', 'https://{tenant}.acme.example:8443/v1'],
    ['baseUrl', 'https://api.acme.example/{tenant}'],
    ['allowedHosts', ['files.acme.example', 'api3.acme.example']],
    ['allowedHosts', ['files.acme.example']],
    ['headers.X-Pin', '{pin}'],
    ['headers.X-Tenant', '{pin}'],
    ['query.pin', '{pin}'],
    ['auth.config.authorizeUrl', 'https://login2.acme.example/authorize'],
    ['auth.config.tokenUrl', 'https://login.acme.example/other'],
    ['auth.config.refreshUrl', 'https://login2.acme.example/refresh'],
    ['auth.config.revokeUrl', 'https://login2.acme.example/revoke'],
    ['auth.config.clientAuthMethod', 'header'],
    ['auth.config.clientSecretParam', 'key'],
    ['auth.config.tokenPlacement.header', 'X-Token'],
    ['auth.config.tokenPlacement.prefix', 'Token '],
    ['auth.config.tokenParams', { pin: 'x' }],
    ['auth.config.capture.0.path', 'team.secret'],
    ['credentialFields.1.type', 'text'],
    ['credentialFields.0.pattern', '[a-z]+'],
  ])('%s as %j is another destination', (path, value) => {
    const [before, after] = [read(oauth()), read(change(oauth(), path, value))]

    expect(computeDestination(after)).not.toBe(computeDestination(before))
    const { added, removed } = compareDestinations(before, after)
    expect(added.length + removed.length).toBeGreaterThan(0)
  })

  test.each([
    ['baseUrl', 'https://api2.acme.example'],
    ['login.path', '/other'],
    ['login.body.secret', '{user}'],
    ['login.header', 'X-Other'],
    ['sign.message', '{method}{secret}'],
    ['sign.headers.X-More', '{secret}'],
    ['sign.secret', 'secret2'],
  ])('%s of a scheme as %j is another destination', (path, value) => {
    const withField = (file: Json) => {
      const { config } = file.auth as { config: { credentialFields: Json[] } }
      config.credentialFields.push({ id: 'secret2', label: 'Another', type: 'password' })
      return file
    }

    expect(computeDestination(read(change(withField(custom()), path, value)))).not.toBe(
      computeDestination(read(withField(custom()))),
    )
  })

  test('checks, words, versions, scopes and the order of hosts change nothing', () => {
    const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,20}[a-z]$/)
    const before = computeDestination(read(oauth()))
    fc.assert(
      fc.property(
        ...[word, word, word, fc.nat(99), fc.constantFrom('name', 'description', 'none')],
        (title, name, label, version, left) => {
          const file = {
            ...oauth(),
            name,
            version: `1.0.${version}`,
            description: title,
            docsUrl: 'https://docs.acme.example',
            limits: { requestsPerSecond: version + 1 },
            test: { path: `/me${version}` },
            variables: [{ id: 'most', label, type: 'number', default: version }],
            checks: [check(title)],
            baseUrl: `https://{tenant}.acme.example/v${version}`,
          }
          if (left === 'description') file.description = name
          change(file, 'credentialFields.1.label', label)
          change(file, 'auth.config.scopes', ['users:read', 'more:read'])
          change(file, 'auth.config.setupInstructions', title)
          change(file, 'allowedHosts', ['api2.acme.example', 'files.acme.example'])

          expect(computeDestination(read(file))).toBe(before)
        },
      ),
      { numRuns: countRuns(20) },
    )
  })

  test('every place is told by the path of the file', () => {
    expect(listDestination(read(oauth()))).toEqual(
      expect.arrayContaining([
        { path: 'baseUrl', value: 'https://{tenant}.acme.example' },
        { path: 'allowedHosts', value: 'api2.acme.example' },
        { path: 'headers.X-Tenant', value: '{tenant}' },
        { path: 'auth.config.refreshUrl', value: 'https://login.acme.example/refresh' },
      ]),
    )
    expect(listDestination(read(oauth())).map(({ value }) => value)).not.toContain('application/json')
  })
})
