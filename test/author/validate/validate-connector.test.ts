import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { indexSources } from '../../../src/author/validate/sources.ts'
import { collectRuleFindings, findDuplicates, validateRules } from '../../../src/author/validate/validate-connector.ts'
import { type AnyConnector, type CheckContext, type CheckData, defineConnector } from '../../../src/define/index.ts'
import { createFolder } from '../../app/command.ts'

/** A connector about which no rule has anything to say, but for what differs. */
function connectorWith(
  definition: object = {},
  checks: readonly (Partial<CheckData> & { readonly run?: (ctx: CheckContext) => void })[] = [{}],
): AnyConnector {
  const define = defineConnector as (definition: object) => AnyConnector & {
    check(check: object): AnyConnector['checks'][number]
    with(...checks: AnyConnector['checks']): AnyConnector
  }
  const acme = define({
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    test: { path: '/me' },
    ...definition,
  })
  const run = () => undefined
  const full = { id: 'admins', title: 'Few', description: 'Looks at admins.', controls: ['soc2:CC6.1'], run }
  return acme.with(...checks.map((check) => acme.check({ ...full, ...check })))
}

/** An inventory, and no check that reads it. */
function connectorWithListAlone(): AnyConnector {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    test: { path: '/me' },
  })
  const accounts = acme.inventory({
    of: 'account',
    tells: [],
    covers: ['members'],
    async *list(ctx) {
      yield* (await ctx.get<{ id: string }[]>('/users')).map(
        ({ id }) => ({ id, kind: 'person', status: 'active' }) as const,
      )
    },
  })
  return acme.with(accounts)
}

const oauth2 = (config: object) => ({
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://acme.example/a',
      tokenUrl: 'https://acme.example/t',
      scopes: ['users:read'],
      ...config,
    },
  },
})
const field = (id: string, type: string, label = 'Field') => ({ credentialFields: [{ id, label, type }] })

async function found(connector: AnyConnector): Promise<readonly string[]> {
  return (await collectRuleFindings(connector, indexSources([]))).map(
    ({ rule, path, message }) => `${rule}: ${path} ${message}`,
  )
}

describe('statements that a check names', () => {
  const stating = (states: CheckData['states']) =>
    connectorWith({}, [
      {
        states,
        title: 'Accounts that nobody uses are removed',
        variables: [
          { id: 'max_idle_days', label: 'Idle', type: 'number', default: 90 },
          { id: 'most', label: 'Most', type: 'number', default: 4 },
        ],
      },
    ])

  test.each([
    [
      'the statement is unknown',
      ['unused-account-removed'],
      'states "unused-account-removed", which is no statement; near are "unused-accounts-removed"',
    ],
    ['it is far from all', ['stale-people'], 'near are "unused-accounts-removed"'],
    [
      'the parameter is unknown',
      [{ 'unused-accounts-removed': { most: 4 } }],
      'binds "most" of unused-accounts-removed, which has idle',
    ],
    [
      'it has no parameters',
      [{ 'second-factor-used': { most: 4 } }],
      'binds "most" of second-factor-used, which has no parameters',
    ],
    [
      'the variable counts something else',
      [{ 'unused-accounts-removed': { idle: 'most' } }],
      'binds unused-accounts-removed.idle, which counts days, to "most", whose id does not end with a unit of time',
    ],
  ] as const)('are told of if %s', async (_why, states, message) => {
    const lines = (await found(stating(states))).filter((line) => /^(?:unknown-statement|statement-unit)/.test(line))

    expect(lines).toEqual([expect.stringContaining(message)])
  })

  test('pass if they exist and are bound to what they count', async () => {
    const states = ['second-factor-used', { 'unused-accounts-removed': { idle: 'max_idle_days' } }] as const

    expect((await found(stating(states))).filter((line) => /^(?:unknown-statement|statement-unit)/.test(line))).toEqual(
      [],
    )
  })
})

test('collectRuleFindings() has nothing to say about a connector as it should be', async () => {
  expect(await found(connectorWith())).toEqual([])
})

describe.each<[rule: string, connector: () => AnyConnector, says: string]>([
  [
    'secret-not-password',
    () => connectorWith(field('signing_token', 'text')),
    'acme.signing_token looks like a secret, but has the type text',
  ],
  ['secret-not-password', () => connectorWith(field('key', 'text', 'Private key')), 'acme.key looks like a secret'],
  [
    'secret-not-password',
    () => connectorWith(oauth2({ capture: [{ from: 'token', path: 'x', id: 'bot_token' }] })),
    'acme.bot_token looks like a secret, but is not captured as one',
  ],
  [
    'offline-access',
    () => connectorWith(oauth2({ authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth' })),
    "access_type: 'offline'",
  ],
  [
    'offline-access',
    () => connectorWith(oauth2({ authorizeUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize' })),
    'scope "offline_access"',
  ],
  [
    'unused-scope',
    () => connectorWith(oauth2({ scopes: ['users:read', 'users:write', 'openid'] }), [{ scopes: ['users:read'] }]),
    '"users:write", which no check needs',
  ],
  [
    'undeclared-scope',
    () => connectorWith(oauth2({}), [{ scopes: ['users:read', 'logs:read'] }]),
    'acme.admins needs the scope "logs:read"',
  ],
  [
    'plain-http',
    () => connectorWith({}, [{ run: (ctx) => void ctx.get('http://api.acme.example/x') }]),
    'acme.admins uses plain http',
  ],
  [
    'redundant-host',
    () => connectorWith({ allowedHosts: ['api.acme.example'] }),
    '"api.acme.example" is the host of baseUrl already',
  ],
  [
    'redundant-host',
    () => connectorWith({ allowedHosts: ['eu.cdn.acme.example', '*.cdn.acme.example'] }),
    '"eu.cdn.acme.example" is within "*.cdn.acme.example"',
  ],
  [
    'redundant-host',
    () => connectorWith({ allowedHosts: ['ec2.*.acme.example', 'ec2.eu.acme.example'] }),
    '"ec2.eu.acme.example" is within',
  ],
  ['nothing-to-run', () => connectorWith({}, []), 'acme has neither checks nor inventories'],
  ['no-checks', () => connectorWithListAlone(), 'acme has no checks'],
  [
    'not-replayable',
    () => connectorWith({}, [{ run: (ctx) => ctx.log(String(Date.now())) }]),
    'acme.admins uses Date.now()',
  ],
  [
    'unknown-control',
    () => connectorWith({}, [{ controls: ['iso27001:A8.5', 'mine:1'] }]),
    'did you mean "iso27001:A.8.5"?',
  ],
  [
    'loose-default',
    () =>
      connectorWith({ variables: [{ id: 'most', label: 'Most', type: 'number', default: 6 }] }, [
        { controls: [{ id: 'soc2:CC6.3', requires: { most: { max: 4 } } }] },
      ]),
    'cannot satisfy soc2:CC6.3 with its defaults: most is 6, and must be at most 4',
  ],
  [
    'unbounded-threshold',
    () =>
      connectorWith({}, [
        {
          controls: ['soc2:CC6.2', { id: 'soc2:CC6.3', requires: { max_days: { min: 1 } } }],
          variables: [{ id: 'max_days', label: 'Days', type: 'number', default: 6 }],
        },
      ]),
    'speaks for soc2:CC6.2, soc2:CC6.3 for any value of "max_days"',
  ],
  ['no-description', () => connectorWith({}, [{ description: undefined }]), 'acme.admins has no description'],
  ['no-controls', () => connectorWith({}, [{ controls: [] }]), 'acme.admins has no controls'],
  ['no-connection-test', () => connectorWith({ test: undefined }), 'acme has no test'],
  ['no-version', () => connectorWith({ version: undefined }), 'acme has no version'],
])('%s', (rule, connector, says) => {
  test(`finds: ${says}`, async () => {
    expect(await found(connector())).toEqual([expect.stringMatching(new RegExp(`^${rule}: .*${literal(says)}`))])
  })
})

describe('fix-with-secret', () => {
  test.each([
    ['acme lock --token ghp_0123456789abcdefghijABCDEFGHIJ012345', 1],
    ["curl --variable %TOKEN --expand-header 'Authorization: Bearer {{TOKEN}}' {resource.id}", 0],
  ])('looks at %s', async (command, count) => {
    const fix = { command, source: 'https://acme.example/cli' }
    const rules = await found(connectorWith({}, [{ fix }]))
    expect(rules.filter((rule) => rule.startsWith('fix-with-secret: acme.admins'))).toHaveLength(count)
  })
})

test.each(['unread', 'notJudged'] as const)(
  'unknown-check finds what is said under %s of a check that is not there',
  async (member) => {
    const saying = (check: string) =>
      connectorWith({
        [member]: [
          { of: 'GET /users', members: ['state'], checks: [check], [member === 'unread' ? 'because' : 'says']: 'No.' },
        ],
      })

    expect(await found(saying('admin'))).toEqual([
      `unknown-check: acme.${member}[0].checks names "admin", and the connector has no such check; did you mean "admins"?`,
    ])
    expect(await found(saying('admins'))).toEqual([])
  },
)

describe('fail-without-remediation', () => {
  // As JavaScript has it: the types refuse it.
  const failing = (result: string) =>
    connectorWith({}, [{ run: new Function('ctx', `ctx.fail(${result})`) as () => void }])

  test.each(["{ resource: { type: 'user', id: '1' }, title: 'Off' }", '{ title: `a \\} b`, evidence: {} }'])(
    'finds ctx.fail(%s)',
    async (result) => {
      expect(await found(failing(result))).toEqual([
        expect.stringMatching(/^fail-without-remediation: acme\.admins fails/),
      ])
    },
  )

  test.each(["{ title: '}', remediation: 'Enrol one.' }", '{ ...common, title }', 'common'])(
    'passes over ctx.fail(%s)',
    async (result) => {
      expect(await found(failing(result))).toEqual([])
    },
  )
})

test.each<[string, AnyConnector]>([
  ['what is about a secret and none', connectorWith(field('token_url', 'url', 'Token URL'))],
  ['a key of several lines', connectorWith(field('private_key', 'textarea', 'Private key'))],
  [
    'refresh tokens that are asked for',
    connectorWith(
      oauth2({ authorizeUrl: 'https://accounts.google.com/x', authorizationParams: { access_type: 'offline' } }),
    ),
  ],
  [
    'refresh tokens that are not expected',
    connectorWith(oauth2({ authorizeUrl: 'https://accounts.google.com/x', supportsRefreshToken: false })),
  ],
  [
    'scopes while a check leaves them open',
    connectorWith(oauth2({ scopes: ['a', 'b'] }), [{ scopes: ['a'] }, { id: 'others' }]),
  ],
  [
    'scopes of an app that gets what it was granted',
    connectorWith(oauth2({ scopes: ['https://graph.microsoft.com/.default'] }), [{ scopes: ['User.Read.All'] }]),
  ],
  ['a server on this machine', connectorWith({}, [{ run: (ctx) => void ctx.get('http://127.0.0.1:3000/x') }])],
  [
    'hosts that differ',
    connectorWith({ allowedHosts: ['*.cdn.acme.example', 'cdn.acme.example', 'ec2.*.acme.example'] }),
  ],
])('collectRuleFindings() passes over %s', async (_what, connector) => {
  expect(await found(connector)).toEqual([])
})

test('collectRuleFindings() names the line, where it is certain', async () => {
  const file = join(createFolder(), 'acme.ts')
  writeFileSync(
    file,
    "export const a = {\n  id: 'admins',\n\n  scopes: ['logs:read'] }\nconst b: object = { id: 'others', scopes: ['logs:read'] }\n",
  )

  const findings = await collectRuleFindings(
    connectorWith(oauth2({}), [{ scopes: ['logs:read'], controls: [] }]),
    indexSources([file]),
  )

  expect(findings.map(({ rule, line }) => [rule, line])).toEqual([
    ['unused-scope', undefined],
    ['undeclared-scope', 4],
    ['no-controls', 2],
  ])
})

test('scopes of inventories and their facts are needed, and have to be asked for', async () => {
  const { definition } = connectorWith(oauth2({ scopes: ['users:read', 'audit:read', 'users:write'] }))
  const acme = defineConnector(definition as never) as unknown as {
    inventory(inventory: object): never
    check(check: object): never
    with(...parts: never[]): AnyConnector
  }
  const accounts = acme.inventory({
    of: 'account',
    tells: [],
    covers: ['members'],
    scopes: ['users:read', 'guests:read'],
    list: async function* () {},
    facts: { roles: { scopes: ['audit:read'], read: () => [] } },
  })
  const check = acme.check({
    id: 'a',
    title: 'A',
    controls: ['soc2:CC6.1'],
    reads: [{ inventory: accounts }],
    run() {},
  })

  const scopes = (await found(acme.with(accounts, check))).filter((finding) => finding.includes('scope'))

  expect(scopes).toEqual([
    expect.stringMatching(/^unused-scope: .*"users:write"/),
    expect.stringMatching(/^undeclared-scope: acme.inventory:account needs the scope "guests:read"/),
  ])
})

test('findDuplicates() tells of an id that two targets have', () => {
  const found = findDuplicates('b.ts', [connectorWith()], new Map([['acme', 'a.ts']]), indexSources([]))

  expect(found).toMatchObject([{ rule: 'duplicate-id', message: expect.stringContaining('in a.ts too') }])
  expect(findDuplicates('a.ts', [connectorWith()], new Map([['acme', 'a.ts']]), indexSources([]))).toEqual([])
})

describe('docs/validate.md', () => {
  const page = readFileSync(new URL('../../../docs/validate.md', import.meta.url), 'utf8')
  const explained = [...page.matchAll(/^## `([\w-]+)`\n\n(Error|Warning|Hint)\. \S/gm)].map(([, id, level]) => ({
    id,
    level: level?.toLowerCase(),
  }))

  test('explains each rule with its level, and no other', () => {
    const byId = (a: { readonly id?: string | undefined }, b: { readonly id?: string | undefined }) =>
      String(a.id).localeCompare(String(b.id))

    expect(explained.toSorted(byId)).toEqual(validateRules.toSorted(byId))
    expect(page.match(/^## `/gm)).toHaveLength(validateRules.length)
  })
})

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
