import { describe, expect, test } from 'vitest'
import { defineConnector, isConnector } from '../../src/define/index.ts'
import { DefinitionError } from '../../src/errors/index.ts'
import {
  catchMistakes,
  catchProblems,
  createWithApiKey,
  createWithAuth,
  createWithOAuth2,
  define,
  listMistakes,
} from './definitions.ts'

const acme = defineConnector(
  {
    id: 'acme',
    name: 'Acme',
    version: '1.2.0',
    description: 'Identity for everybody.',
    category: 'identity',
    docsUrl: 'https://docs.acme.example',
    baseUrl: 'https://{domain}.acme.example/api',
    allowedHosts: ['uploads.acme.example', '*.cdn.acme.example', 'localhost:8443'],
    headers: { 'Acme-Version': '2026-01-01' },
    query: { site: '{domain}' },
    credentialFields: [{ id: 'domain', label: 'Subdomain', type: 'text', required: true }],
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } },
    variables: [{ id: 'region', label: 'Region', type: 'select' }],
    test: { path: '/me', query: { site: '{domain}' } },
    limits: { concurrency: 4, requestsPerSecond: 20, burst: 40, per: 'connection' },
    graphqlPath: '/graphql/{domain}',
    sensitive: ['recovery_code'],
  },
  { options: { region: async () => [{ value: 'eu', label: 'Europe' }] }, test: async () => undefined },
)
const adminMfa = acme.check({
  id: 'admin-mfa',
  title: 'Administrators sign in with a second factor',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5'],
  scopes: ['users:read'],
  tags: ['mfa'],
  variables: [{ id: 'days', label: 'Days', type: 'number', default: 30, min: 1, max: 365 }],
  onEmpty: 'not_applicable',
  timeoutMs: 1000,
  run: () => undefined,
})

describe('defineConnector()', () => {
  test('freezes the connector, its definition, its hooks and its checks at every depth', () => {
    const loose = [...reachable(acme.with(adminMfa))].filter((value) => !Object.isFrozen(value))

    expect(loose).toEqual([])
  })

  test('keeps a copy: the definition it was given may change and stays unfrozen', () => {
    const given = createWithApiKey({ limits: { concurrency: 4 } })
    const connector = define(given)

    Object.assign(Object(given.limits), { concurrency: 400 })

    expect(connector.definition.limits).toEqual({ concurrency: 4 })
  })

  test('keeps the definition as written: nothing is added, defaults belong to who reads them', () => {
    const given = createWithOAuth2()

    const { definition } = define(given)

    expect(definition).toEqual(given)
  })

  test.each([
    ['oauth2', createWithOAuth2()],
    [
      'oauth2 without a user step',
      createWithAuth({ type: 'oauth2', config: { ...oauth2(), grant: 'client_credentials' } }),
    ],
    ['oauth2 with no scope to ask for', createWithOAuth2({ scopes: [] })],
    ['api_key', createWithApiKey()],
    ['basic', createWithAuth({ type: 'basic', config: {} })],
    ['custom', createWithAuth({ type: 'custom', config: { credentialFields: [] } })],
  ])('accepts the strategy %s', (_strategy, definition) => {
    expect(listMistakes(definition)).toEqual([])
  })

  test('accepts every option of oauth2', () => {
    const everything = createWithOAuth2({
      authorizeUrl: 'https://{APP}.acme.example/authorize?prompt=consent',
      pkce: true,
      clientAuthMethod: 'header',
      clientAuthEncoding: 'raw',
      publicClient: false,
      supportsRefreshToken: true,
      authorizationParams: { access_type: 'offline' },
      tokenParams: { audience: '{app_name}' },
      refreshParams: { tenant: '{tenant}' },
      setupInstructions: '1. Open the console.',
      createAppUrl: 'https://acme.example/apps/new',
      customSettings: [{ id: 'app_name', label: 'App', type: 'text', required: true, token: '{APP}' }],
      scopeSeparator: ',',
      tokenBody: 'json',
      refreshUrl: 'https://{tenant}.acme.example/refresh',
      tokenPath: 'authed_user.access_token',
      errorPath: 'error.code',
      tokenTypes: ['user', 'bot'],
      tokenPlacement: { header: 'X-Token', prefix: '' },
      capture: [{ from: 'token', path: 'team.id', id: 'tenant', pattern: '[a-z]+', secret: false }],
      issuer: 'https://acme.example',
      revokeUrl: 'https://acme.example/revoke',
      registrationUrl: 'https://acme.example/register',
      grant: 'authorization_code',
    })

    expect(listMistakes(everything)).toEqual([])
  })

  test('lists every problem at once: of the schema, of the rules and of the hooks', () => {
    const wrong = {
      id: 'Acme',
      baseUrl: 'https://{domian}.acme.example',
      categry: 'identity',
      category: 'identiy',
      allowedHosts: ['*.com'],
      headers: { 'X-Site': '{site}' },
      credentialFields: [
        { id: 'domain', label: 'Domain', type: 'text' },
        { id: 'domain', label: '', type: 'text' },
      ],
      auth: { type: 'api_key', config: { in: 'heder', name: 'X-Api-Key', prefx: 'Token ' } },
      variables: [{ id: 'days', label: 'Days', type: 'number', min: 9, max: 1 }],
    }

    const problems = catchProblems(() => define(wrong, { token: () => undefined, sing: () => undefined }))

    expect(problems.map((problem) => problem.path).toSorted()).toEqual([
      'allowedHosts[0]',
      'auth.config.in',
      'auth.config.prefx',
      'baseUrl',
      'category',
      'categry',
      'credentialFields[1].id',
      'credentialFields[1].label',
      'headers["X-Site"]',
      'hooks.sing',
      'hooks.token',
      'id',
      'name',
      'variables[0].min',
    ])
  })

  test('says in the message which connector, and each problem with its path', () => {
    const call = () => define(createWithApiKey({ categry: 'identity', docsUrl: 'acme.example' }))

    expect(call).toThrow(
      new DefinitionError('Connector "acme"', [
        { path: 'docsUrl', message: 'must be an https URL' },
        { path: 'categry', message: 'is not an option here; did you mean "category"?' },
      ]),
    )
    expect(call).toThrow(
      'Connector "acme" is not valid:\n' +
        '  - docsUrl: must be an https URL\n' +
        '  - categry: is not an option here; did you mean "category"?',
    )
  })

  test('judges no placeholder where the strategy is unknown, because its fields are', () => {
    const wrong = createWithAuth({ type: 'token', config: {} }, { headers: { 'X-Key': '{api_key}' } })

    expect(listMistakes(wrong)).toEqual(['auth.type: must be "oauth2", "api_key", "basic" or "custom", not "token"'])
  })

  test.each([
    [undefined, 'is required (an object)'],
    [null, 'must be an object, not null'],
    ['acme', 'must be an object, not a string'],
    [[createWithApiKey()], 'must be an object, not a list'],
    [() => createWithApiKey(), 'must be an object, not a function'],
    [new Date(0), 'must be plain data ({ … }), not a Date'],
    [new Map(), 'must be plain data ({ … }), not a Map'],
  ])('refuses %s in place of a definition', (definition, message) => {
    expect(catchProblems(() => define(definition))).toEqual([{ path: '', message }])
  })
})

describe('Connector.check()', () => {
  test('gives the data of the check, its connector and its code', () => {
    expect(adminMfa).toMatchObject({
      id: 'admin-mfa',
      connectorId: 'acme',
      severity: 'high',
      onEmpty: 'not_applicable',
    })
    expect(adminMfa.run).toBeTypeOf('function')
  })

  test('lists every problem at once, the missing code too', () => {
    const wrong = {
      id: 'Admin MFA',
      severity: 'hgih',
      controls: ['CC6.1'],
      timeout: 5,
      variables: [
        { id: 'region', label: 'Region', type: 'text' },
        { id: 'plan', label: 'Plan', type: 'select' },
      ],
    }

    expect(catchMistakes(() => check(wrong))).toEqual([
      'id: must be kebab-case, such as "google-workspace"',
      'title: is required (a string)',
      'severity: must be "critical", "high", "medium", "low" or "info", not "hgih"; did you mean "high"?',
      'controls[0]: must be "framework:control", such as "soc2:CC6.1"',
      'timeout: is not an option here; did you mean "timeoutMs"?',
      'variables[0].id: "region" is already a variable of the connector; choose another id, or use that variable',
      "variables[1].options: is required: a hook fetches options for the connector's own variables only",
      'run: is required (a function that requests data from the vendor and reports results)',
    ])
  })

  test('says in the message which check of which connector', () => {
    expect(() => check({ id: 'admin-mfa', run: () => undefined })).toThrow(
      'Check "admin-mfa" of connector "acme" is not valid:\n  - title: is required (a string)',
    )
  })

  test.each([
    ['undefined', undefined, 'is required (an object)'],
    ['a function', () => undefined, 'must be an object, not a function'],
    ['an instance', new Date(0), 'must be plain data ({ … }), not a Date'],
  ])('refuses %s in place of a check', (_name, input, message) => {
    expect(catchProblems(() => check(input))[0]).toEqual({ path: '', message })
  })

  test.each(['pass', 'fail', 'not_applicable'])('accepts onEmpty %s', (onEmpty) => {
    expect(catchProblems(() => check({ id: 'a', title: 'A', onEmpty, run: () => undefined }))).toEqual([])
  })
})

describe('Connector.withChecksOf()', () => {
  const fields = [{ id: 'domain', label: 'Subdomain', type: 'text', required: true }] as const
  const variables = [
    { id: 'region', label: 'Region', type: 'select', options: [{ value: 'eu', label: 'EU' }] },
  ] as const
  const auth = { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } } as const
  const base = { name: 'Acme', version: '1.0.0', baseUrl: 'https://{domain}.acme.example/api', auth } as const
  const byApp = defineConnector({ id: 'acme-app', ...base, credentialFields: fields, variables })

  test('gives the checks of another sign-in of the same vendor, as its own', () => {
    const extended = byApp.withChecksOf(acme.with(adminMfa))

    expect(extended.checks.map(({ id, connectorId, run }) => [id, connectorId, run])).toEqual([
      ['admin-mfa', 'acme-app', adminMfa.run],
    ])
    expect(byApp.checks).toEqual([])
  })

  test('refuses a connector that lacks what the checks read, and an id that is there already', () => {
    const poor = defineConnector({ id: 'poor', ...base, baseUrl: 'https://acme.example' })
    const lacking = catchMistakes(() => poor.withChecksOf(acme.with(adminMfa)))
    const twice = catchMistakes(() => byApp.withChecksOf(acme.with(adminMfa)).withChecksOf(acme.with(adminMfa)))

    expect(lacking).toEqual([
      'credentialFields: has no "domain", which the checks of "acme" read; declare it',
      'variables: has no "region", which the checks of "acme" read; declare it',
    ])
    expect(twice).toEqual(['with(admin-mfa): another check has this id; rename one of them'])
  })
})

describe('Connector.with()', () => {
  const guests = acme.check({ id: 'guests', title: 'Guests are reviewed', run: () => undefined })

  test('gives the same connector with more checks and leaves the first as it was', () => {
    const one = acme.with(adminMfa)
    const two = one.with(guests)

    expect(one.checks.map((each) => each.id)).toEqual(['admin-mfa'])
    expect(two.checks.map((each) => each.id)).toEqual(['admin-mfa', 'guests'])
    expect(two.definition).toBe(acme.definition)
    expect(two.hooks).toBe(acme.hooks)
  })

  test('lists checks of another connector, ids used twice, and what is no check', () => {
    const foreign = defineConnector({
      id: 'other',
      name: 'Other',
      baseUrl: 'https://api.other.example',
      auth: { type: 'basic', config: {} },
    }).check({ id: 'guests', title: 'Guests are reviewed', run: () => undefined })
    const extended = acme.with(adminMfa)

    const mistakes = catchMistakes(() =>
      Reflect.apply(extended.with, extended, [foreign, adminMfa, undefined, [guests]]),
    )

    expect(mistakes).toEqual([
      'with(guests): belongs to connector "other"; define it with acme.check(…), or ask a question of an inventory of acme',
      'with(admin-mfa): another check has this id; rename one of them',
      'with(?): is not a check; define it with acme.check(…), or ask a question of an inventory of acme',
      'with(?): is not a check; define it with acme.check(…), or ask a question of an inventory of acme',
    ])
  })

  test('refuses an earlier id of a variable that another check still has', () => {
    const most = { label: 'Most', type: 'number' } as const
    const before = acme.check({ id: 'a', title: 'A', variables: [{ ...most, id: 'most' }], run: () => undefined })
    const after = acme.check({
      id: 'b',
      title: 'B',
      variables: [{ ...most, id: 'limit', renamed: ['most'] }],
      run: () => undefined,
    })

    expect(acme.with(after).checks).toEqual([after])
    expect(catchMistakes(() => acme.with(before, after))).toEqual([
      'with(b): "limit" is renamed from "most", which is still a variable of check "a"; rename both, or neither',
    ])
  })
})

describe('checks that share a variable', () => {
  const create = (id: string, renamed?: readonly string[]) =>
    acme.check({
      id,
      title: id,
      variables: [{ id: 'max_days', label: 'Days', type: 'number', renamed }],
      run: () => undefined,
    })

  test('carry over the same earlier ids: a value of the one must not count for the other', () => {
    expect(catchMistakes(() => acme.with(create('a', ['idle_days']), create('b')))).toEqual([
      'with(b): "max_days" is renamed from nothing, and in check "a" from idle_days. They share one value: give both the same "renamed", or one of them another id',
    ])
    expect(catchMistakes(() => acme.with(create('a', ['x']), create('b', ['y'])))).toHaveLength(1)
    expect(acme.with(create('a', ['x', 'y']), create('b', ['y', 'x'])).checks).toHaveLength(2)
    expect(acme.with(create('a'), create('b')).checks).toHaveLength(2)
  })
})

describe('JSON.stringify(connector)', () => {
  const json = JSON.parse(JSON.stringify(acme.with(adminMfa)))

  test('holds the definition as it is', () => {
    const { hooks, checks, ...definition } = json

    expect(definition).toEqual(acme.definition)
  })

  test('names the hooks', () => {
    expect(json.hooks).toEqual(['options', 'test'])
  })

  test('holds the checks without their code', () => {
    const { run, connectorId, ...data } = adminMfa

    expect(json.checks).toEqual([data])
  })

  test('can be defined again: it is the same definition', () => {
    const { hooks, checks, ...definition } = json

    const again = define(definition, acme.hooks)

    expect(again.definition).toEqual(acme.definition)
  })
})

describe('isConnector()', () => {
  test('knows a connector, also one of another copy of the package', () => {
    const { id, definition, hooks, checks, toJSON } = acme

    expect(isConnector(acme)).toBe(true)
    expect(isConnector({ id, definition, hooks, checks, toJSON })).toBe(true)
  })

  test.each([undefined, null, 'acme', {}, { id: 'acme', definition: null, hooks: {}, checks: [] }, acme.definition])(
    'does not take %j for one',
    (value) => {
      expect(isConnector(value)).toBe(false)
    },
  )
})

function check(input: unknown): unknown {
  return Reflect.apply(acme.check, acme, [input])
}

function oauth2() {
  return { tokenUrl: 'https://acme.example/token', scopes: ['users:read'] }
}

/** Every object that can be reached from a value, itself included; functions are code and stay as they are. */
function reachable(value: unknown, seen = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return seen
  seen.add(value)
  for (const member of Object.values(value)) reachable(member, seen)
  return seen
}
