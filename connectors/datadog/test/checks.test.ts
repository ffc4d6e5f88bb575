import { runChecks } from 'checkwright/runtime'
import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { formatVerdicts } from '../../../test/connectors/run-check.ts'
import { datadog } from '../index.ts'
import { credentials, type DatadogState, runCheckOn, startDatadogApi } from './datadog-api.ts'

function createUser(handle: string, differs: object = {}) {
  return {
    id: `id-${handle}`,
    attributes: {
      handle,
      disabled: false,
      status: 'Active',
      service_account: false,
      mfa_enabled: true,
      created_at: '2024-01-01T00:00:00.000Z',
      last_login_time: '2026-06-29T12:00:00.000Z',
      ...differs,
    },
  }
}

const createRole = (name: string, count = 0) => ({
  id: `id-${name}`,
  type: 'roles',
  attributes: { name, user_count: count },
})
const admins = (...holders: readonly object[]) => ({ 'id-Datadog Admin Role': holders })
const createKey = (name: string, created: string, scopes?: readonly string[] | null) => ({
  id: `id-${name}`,
  attributes: { name, created_at: created, last4: 'abcd', scopes },
})
const createArchive = (name: string, state: string) => ({
  id: name,
  type: 'archives',
  attributes: { name, query: '*', destination: {}, state },
})

const monitor = (id: number, name: string, message: string, differs: object = {}) => ({
  id,
  name,
  message,
  options: { silenced: {} },
  matching_downtimes: [],
  ...differs,
})
const seconds = (time: string) => Date.parse(time) / 1000

describe.each<[check: string, about: string, state: DatadogState, expected: readonly string[]]>([
  [
    'users-second-factor',
    'accounts of every kind, on several pages',
    {
      pageSize: 2,
      users: [
        createUser('ada'),
        createUser('bob', { mfa_enabled: false }),
        createUser('cyd', { mfa_enabled: false, disabled: true }),
        createUser('bot', { mfa_enabled: false, service_account: true }),
        createUser('new', { mfa_enabled: false, status: 'Pending' }),
      ],
    },
    [
      'fail bob has no second factor',
      'not_applicable bot is a service account',
      'not_applicable cyd is disabled',
      'not_applicable new has not accepted the invitation',
      'pass ada has a second factor',
    ],
  ],
  [
    'users-second-factor',
    'SAML strict mode',
    { samlStrictMode: true, users: [createUser('bob', { mfa_enabled: false })] },
    ['pass bob signs in by SAML only'],
  ],
  [
    'stale-users',
    'accounts in use, stale and unused',
    {
      users: [
        createUser('ada'),
        createUser('bob', { last_login_time: '2026-01-01T12:00:00.000Z' }),
        createUser('cyd', { last_login_time: null }),
        createUser('dan', { disabled: true }),
        createUser('bot', { service_account: true }),
      ],
    },
    [
      'fail bob has not signed in for 180 days',
      'fail cyd has never signed in',
      'not_applicable bot is a service account',
      'not_applicable dan is disabled',
      'pass ada was active 1 day ago',
    ],
  ],
  [
    'few-administrators',
    'three, on the second page of roles',
    {
      pageSize: 1,
      roles: [createRole('Datadog Read Only Role', 40), createRole('Datadog Admin Role', 4)],
      holders: admins(createUser('ada'), createUser('bob'), createUser('cyd'), createUser('dan', { disabled: true })),
    },
    ['pass Administrators: 3'],
  ],
  [
    'few-administrators',
    'one',
    { roles: [createRole('Datadog Admin Role')], holders: admins(createUser('ada')) },
    ['fail Administrators: 1; 2 to 5 are allowed'],
  ],
  [
    'few-administrators',
    'one person beside a service account, an invitation and somebody who left',
    {
      roles: [createRole('Datadog Admin Role')],
      holders: admins(
        createUser('ada'),
        createUser('bot', { service_account: true }),
        createUser('new', { status: 'Pending' }),
        createUser('old', { disabled: true, status: 'Disabled' }),
      ),
    },
    ['fail Administrators: 1; 2 to 5 are allowed'],
  ],
  [
    'application-keys',
    'keys young, old, scoped and not',
    {
      applicationKeys: [
        createKey('ci', '2026-06-01T00:00:00.000Z', ['monitors_read']),
        createKey('old', '2020-06-30T12:00:00.000Z', ['monitors_read']),
        createKey('wide', '2026-06-01T00:00:00.000Z', null),
      ],
    },
    ['fail old is 2191 days old, 365 allowed', 'fail wide is not scoped', 'pass ci is young and scoped enough'],
  ],
  [
    'api-keys',
    'keys young and old, on several pages',
    {
      pageSize: 1,
      apiKeys: [createKey('agent', '2026-06-20T12:00:00.000Z'), createKey('old', '2020-06-30T12:00:00.000Z')],
    },
    ['fail old was created 2191 days ago', 'pass agent was created 10 days ago'],
  ],
  [
    'monitors-notify',
    'monitors that tell somebody and nobody, on several pages',
    {
      pageSize: 1,
      monitors: [
        monitor(1, 'Disk', 'Disk is full @pagerduty-storage @ada@acme.example'),
        monitor(2, 'CPU', 'Mail ops at ops@acme.example'),
        monitor(3, 'Muted', '@ada@acme.example', { options: { silenced: { '*': null } } }),
        monitor(4, 'Quiet', '@ada@acme.example', { options: { silenced: { '*': seconds('2026-07-30T12:00:00Z') } } }),
        monitor(5, 'Awake', '@ada@acme.example', { options: { silenced: { '*': seconds('2026-06-29T12:00:00Z') } } }),
        monitor(6, 'Group', '@ada@acme.example', { options: { silenced: { 'host:old': null } } }),
        monitor(7, 'Downtime', '@ada@acme.example', { matching_downtimes: [{ id: 1, scope: ['*'], end: null }] }),
        monitor(8, 'Draft', '@ada@acme.example', { draft_status: 'draft' }),
        monitor(9, 'Code', 'Run `notify @ada` or\n```\n@decorator\n```\n{{!-- @bob --}} <!-- @cyd -->'),
        monitor(10, 'Recovery', '{{#is_recovery}}@slack-ops is well{{/is_recovery}}'),
        monitor(11, 'Alert', '{{#is_alert}}@slack-ops{{/is_alert}}', { draft_status: 'published' }),
      ],
    },
    [
      'fail CPU names nobody to notify',
      'fail Code names nobody to notify',
      'fail Downtime is muted without an end',
      'fail Draft is a draft',
      'fail Muted is muted without an end',
      'fail Recovery names nobody to notify',
      'manual Quiet is muted until 2026-07-30T12:00:00.000Z',
      'pass Alert notifies @slack-ops',
      'pass Awake notifies @ada@acme.example',
      'pass Disk notifies @pagerduty-storage, @ada@acme.example',
      'pass Group notifies @ada@acme.example',
    ],
  ],
  [
    'log-archives',
    'one that works',
    { archives: [createArchive('s3', 'WORKING')] },
    ['pass Log archives that work: 1'],
  ],
  [
    'log-archives',
    'one that fails',
    { archives: [createArchive('s3', 'WORKING'), createArchive('old', 'FAILING')] },
    ['fail Archives that fail: old'],
  ],
  [
    'log-archives',
    'one that is new',
    { archives: [createArchive('s3', 'UNKNOWN')] },
    ['manual Datadog does not know yet whether the log archives work'],
  ],
  ['log-archives', 'none', {}, ['fail There is no log archive']],
])('%s: %s', (check, _about, state, expected) => {
  test('gives its verdicts, after a pause where Datadog asks for one', async () => {
    await using api = await startDatadogApi(state)
    api.fail('*', faults.status(429, { headers: { 'x-ratelimit-reset': '12', 'x-ratelimit-remaining': '0' } }))

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })
})

describe.each(datadog.checks.map(({ id, scopes }) => [id, scopes] as const))('%s', (check, scopes) => {
  test('names the permissions that the key lacks', async () => {
    await using api = await startDatadogApi({})
    api.fail('*', faults.status(403, { json: { errors: ['Forbidden'] } }), { times: 9 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'permission', missingScopes: scopes })
  })
})

describe('the keys', () => {
  test('go to the site that was chosen, and a wrong application key ends every check as auth', async () => {
    await using api = await startDatadogApi({})

    const { checks } = await runChecks(datadog, {
      credentials: { ...credentials, application_key: 'sample-of-a-wrong-application-key' },
      fetch: async (url, init) => {
        expect(new URL(url).origin).toBe('https://api.datadoghq.eu')
        return api.fetch(url, init)
      },
    })

    expect(checks.map(({ error }) => error?.kind)).toEqual(checks.map(() => 'auth'))
  })
})

describe('an empty organization', () => {
  test.each([
    ['users-second-factor', 'error'],
    ['stale-users', 'error'],
    ['few-administrators', 'error'],
    ['application-keys', 'not_applicable'],
    ['api-keys', 'error'],
    ['monitors-notify', 'fail'],
  ])('%s ends as %s', async (check, status) => {
    await using api = await startDatadogApi({})

    expect((await runCheckOn(api, check)).status).toBe(status)
  })
})

describe.each<[check: string, about: string, state: DatadogState]>([
  ['users-second-factor', 'a user of a new status', { users: [createUser('ada', { status: 'Locked' })] }],
  ['users-second-factor', 'a user without status', { users: [createUser('ada', { status: undefined })] }],
  [
    'users-second-factor',
    'what may be a service account',
    { users: [createUser('ada', { service_account: undefined })] },
  ],
  [
    'stale-users',
    'a sign-in of the future',
    { users: [createUser('ada', { last_login_time: '2036-06-29T12:00:00.000Z' })] },
  ],
  [
    'stale-users',
    'an account of no time',
    { users: [createUser('ada', { last_login_time: null, created_at: 'then' })] },
  ],
  [
    'application-keys',
    'a key of the future',
    { applicationKeys: [createKey('ci', '2036-06-20T12:00:00.000Z', ['x'])] },
  ],
  ['log-archives', 'a state of a new word', { archives: [createArchive('s3', 'WORKING_SOMETIMES')] }],
  ...['options', 'matching_downtimes', 'message'].map((member): [string, string, DatadogState] => [
    'monitors-notify',
    `a monitor without ${member}`,
    { monitors: [monitor(1, 'Disk', '@ada@acme.example', { [member]: undefined })] },
  ]),
  ['monitors-notify', 'a draft of a new word', { monitors: [monitor(1, 'Disk', '@ada', { draft_status: 'half' })] }],
  [
    'monitors-notify',
    'an end in milliseconds',
    { monitors: [monitor(1, 'Disk', '@ada', { options: { silenced: { '*': Date.parse('2026-07-30T12:00:00Z') } } })] },
  ],
])('%s cannot tell of %s', (check, _about, state) => {
  test('and ends as error', async () => {
    await using api = await startDatadogApi(state)

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('error')
    expect(outcome.error?.kind).toBe('schema_drift')
  })
})

test('api-keys leaves a key of the future undecided, and the others count', async () => {
  const apiKeys = [createKey('agent', '2036-06-20T12:00:00.000Z'), createKey('old', '2020-06-30T12:00:00.000Z')]
  await using api = await startDatadogApi({ apiKeys })

  expect(await runCheckOn(api, 'api-keys')).toMatchObject({
    status: 'error',
    error: { code: 'CHECK_UNDECIDED' },
    undecided: { first: [{ resource: { id: 'id-agent' } }] },
    results: [{ status: 'fail', resource: { id: 'id-old' } }],
  })
})
