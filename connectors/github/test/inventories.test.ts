import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { replayWholeRun } from '../../../test/connectors/run-inventory.ts'
import { github } from '../index.ts'
import { createRefusal, type GitHubState, readInventory, runOptions, startGithubApi } from './github-api.ts'

const createAccount = (id: number, login: string, differs: object = {}) => ({
  id,
  login,
  type: 'User',
  html_url: `https://github.com/${login}`,
  ...differs,
})
const [ada, bob, robot, eve, mallory] = [
  createAccount(1, 'ada'),
  createAccount(2, 'bob'),
  createAccount(3, 'robot', { type: 'Bot' }),
  createAccount(4, 'eve'),
  createAccount(5, 'mallory'),
]

const parts = ['account.members', 'account.outside-collaborators']

const createAlert = (number: number, differs: object = {}) => ({
  number,
  state: 'open',
  html_url: `https://github.com/octo-org/app/security/dependabot/${number}`,
  dependency: { package: { ecosystem: 'npm', name: 'left-pad' } },
  security_advisory: { ghsa_id: `GHSA-${number}`, severity: 'high', summary: 'Prototype pollution' },
  created_at: '2026-04-01T12:00:00Z',
  dismissed_at: null,
  repository: { full_name: 'octo-org/app' },
  ...differs,
})

const installation = {
  id: 900,
  app_slug: 'ci-runner',
  html_url: 'https://github.com/organizations/octo-org/settings/installations/900',
  permissions: { contents: 'read', checks: 'write' },
  created_at: '2025-01-02T03:04:05.000Z',
  suspended_at: null,
}

const state: GitHubState = {
  members: [ada, bob, robot],
  owners: [ada],
  withoutTwoFactor: [bob],
  outsideCollaborators: [eve, mallory],
  collaboratorsWithoutTwoFactor: [mallory],
  installations: [installation],
  dependabotAlerts: [createAlert(1), createAlert(2, { state: 'dismissed', dismissed_at: '2026-04-02T12:00:00Z' })],
}

describe('accounts', () => {
  test('are members and outside collaborators, each with role and second factor', async () => {
    await using api = await startGithubApi({ ...state, pageSize: 2 })

    const lists = await Promise.all(parts.map((part) => readInventory(api, part)))

    const records = lists.flatMap((list) => list.records)
    expect(lists.map(({ complete }) => complete)).toEqual([true, true])
    const common = { status: 'active', singleSignOnOnly: false }
    expect(records).toEqual([
      {
        ...common,
        id: '1',
        name: 'ada',
        url: 'https://github.com/ada',
        kind: 'person',
        roles: ['owner'],
        administrator: true,
        secondFactor: true,
      },
      {
        ...common,
        id: '2',
        name: 'bob',
        url: 'https://github.com/bob',
        kind: 'person',
        roles: ['member'],
        administrator: false,
        secondFactor: false,
      },
      {
        ...common,
        id: '3',
        name: 'robot',
        url: 'https://github.com/robot',
        kind: 'service',
        roles: ['member'],
        administrator: false,
        secondFactor: true,
      },
      {
        ...common,
        id: '4',
        name: 'eve',
        url: 'https://github.com/eve',
        kind: 'guest',
        roles: ['outside collaborator'],
        administrator: false,
        secondFactor: true,
      },
      {
        ...common,
        id: '5',
        name: 'mallory',
        url: 'https://github.com/mallory',
        kind: 'guest',
        roles: ['outside collaborator'],
        administrator: false,
        secondFactor: false,
      },
    ])
  })

  test.each([
    [undefined, 'unknown'],
    [null, 'unknown'],
    [7, 'unknown'],
    ['Mannequin', 'unknown'],
  ])('of the type %j are of a kind that nobody knows', async (type, kind) => {
    await using api = await startGithubApi({ ...state, members: [createAccount(1, 'ada', { type })] })

    const { records } = await readInventory(api, 'account.members')

    expect(records[0]).toMatchObject({ id: '1', kind })
  })

  test.each(parts)('of %s are there without their second factor where only owners are told', async (part) => {
    await using api = await startGithubApi(state)
    api.fail(/filter=2fa_disabled/, faults.status(422, { json: { message: 'Only owners can use this filter.' } }), {
      times: 9,
    })

    const { complete, records } = await readInventory(api, part)

    expect([complete, records.length]).toEqual([true, part === 'account.members' ? 3 : 2])
    for (const { secondFactor, unknown } of records)
      expect([secondFactor, unknown?.secondFactor]).toEqual([undefined, expect.stringContaining('only owners')])
  })

  test.each(
    parts.flatMap((part) => [
      [part, 'refuses it in other words', /filter=2fa_disabled/, faults.status(403), 'permission'] as const,
      [part, 'is broken', /filter=2fa_disabled/, faults.status(502), 'upstream'] as const,
      [part, 'loses a page', /filter=2fa_disabled.*page=2/, faults.status(502), 'upstream'] as const,
    ]),
  )('of %s are not complete where GitHub %s of those without a factor', async (part, _what, route, fault, kind) => {
    await using api = await startGithubApi({
      ...state,
      withoutTwoFactor: [ada, bob],
      collaboratorsWithoutTwoFactor: [eve, mallory],
      pageSize: 1,
    })
    api.fail(route, fault, { times: 99 })

    expect(await readInventory(api, part)).toMatchObject({ complete: false, error: { kind } })
  })

  test('are there also where only a later answer names them', async () => {
    await using api = await startGithubApi({ members: [ada], owners: [ada, bob], withoutTwoFactor: [robot] })

    const { records } = await readInventory(api, 'account.members')

    expect(records).toMatchObject([
      { id: '1', administrator: true, secondFactor: true },
      { id: '2', administrator: true, secondFactor: true },
      { id: '3', administrator: false, secondFactor: false },
    ])
  })

  test('are not complete where the token sees no owner, and nobody is said to be none', async () => {
    await using api = await startGithubApi({ ...state, owners: [] })

    const { complete, error, records } = await readInventory(api, 'account.members')

    expect([complete, error?.kind]).toEqual([false, 'permission'])
    expect(records[0]).toMatchObject({ id: '1', unknown: { administrator: expect.stringContaining('no owner') } })
    expect(records[0]).not.toHaveProperty('administrator')
  })

  test.each([
    ['owners', 'account.members', /role=admin.*page=2/],
    ['members', 'account.members', /\/members\?per_page.*page=2/],
    ['outside collaborators', 'account.outside-collaborators', /outside_collaborators\?per_page.*page=2/],
  ])('are not complete where a page of %s is lost', async (_what, part, route) => {
    await using api = await startGithubApi({ ...state, owners: [ada, bob], pageSize: 1 })
    api.fail(route, faults.status(502), { times: 99 })

    expect(await readInventory(api, part)).toMatchObject({ complete: false, error: { kind: 'upstream' } })
  })

  test('are each there once, though GitHub lists them twice', async () => {
    await using api = await startGithubApi({
      ...state,
      members: [ada, bob, ada],
      outsideCollaborators: [eve, mallory, eve],
    })

    const lists = await Promise.all(parts.map((part) => readInventory(api, part)))

    expect(lists.map(({ complete, records }) => [complete, records.map(({ id }) => id)])).toEqual([
      [true, ['1', '2']],
      [true, ['4', '5']],
    ])
  })
})

describe('applications', () => {
  test('are installed GitHub Apps with their permissions', async () => {
    await using api = await startGithubApi(state)

    const { complete, records } = await readInventory(api, 'application')

    expect(complete).toBe(true)
    expect(records).toEqual([
      {
        id: '900',
        name: 'ci-runner',
        url: installation.html_url,
        scopes: ['checks:write', 'contents:read'],
        grantedAt: '2025-01-02T03:04:05.000Z',
      },
    ])
  })

  test.each([
    ['permissions', 'scopes', 'read', true],
    ['permissions', 'scopes', { contents: 7 }, true],
    ['permissions', 'scopes', null, false],
    ['permissions', 'scopes', undefined, false],
    ['created_at', 'grantedAt', 7, true],
    ['created_at', 'grantedAt', '0001-01-01T00:00:00Z', true],
    ['created_at', 'grantedAt', null, false],
    ['created_at', 'grantedAt', undefined, false],
  ])('with %s as %3$j do not have %s', async (wire, member, value, isRefused) => {
    await using api = await startGithubApi({ installations: [{ ...installation, [wire]: value }] })

    const [record] = (await readInventory(api, 'application')).records

    expect(record).not.toHaveProperty(member)
    expect(record?.unknown?.[member]).toEqual(isRefused ? expect.stringContaining("The vendor's value") : undefined)
  })

  test('are not complete without the permission for them', async () => {
    await using api = await startGithubApi({
      answers: {
        'GET /orgs/:org/installations': createRefusal(403, 'Resource not accessible by personal access token', {
          'x-accepted-github-permissions': 'organization_administration=read',
        }),
      },
    })

    expect(await readInventory(api, 'application')).toMatchObject({
      complete: false,
      error: { kind: 'permission', missingScopes: ['organization_administration:read'] },
    })
  })
})

describe('vulnerabilities', () => {
  test('are alerts that are open or dismissed, and nothing else is asked for', async () => {
    await using api = await startGithubApi({ ...state, pageSize: 1 })

    const { complete, records } = await readInventory(api, 'vulnerability')

    expect(api.requests[0]?.path).toContain('state=open%2Cdismissed')
    expect(complete).toBe(true)
    expect(records).toEqual([
      {
        id: 'octo-org/app#1',
        name: 'GHSA-1',
        url: 'https://github.com/octo-org/app/security/dependabot/1',
        severity: 'high',
        status: 'open',
        resource: 'octo-org/app',
        packageName: 'left-pad',
        openedAt: '2026-04-01T12:00:00Z',
        closedAt: null,
      },
      expect.objectContaining({ id: 'octo-org/app#2', status: 'dismissed', closedAt: '2026-04-02T12:00:00Z' }),
    ])
  })

  test.each<[string, object, object]>([
    ['a severity that nobody knows', { security_advisory: { severity: 'moderate' } }, { severity: 'unknown' }],
    ['no severity', { security_advisory: null }, { severity: 'unknown' }],
    ['a state that nobody knows', { state: 'snoozed' }, { status: 'unknown' }],
    ['no state', { state: null }, { status: 'unknown' }],
    ['no package', { dependency: {} }, { packageName: undefined }],
    ['a package whose name is no text', { dependency: { package: { name: 7 } } }, { packageName: undefined }],
    ['a time in milliseconds', { created_at: 1_770_000_000_000 }, { openedAt: undefined }],
    ['a time in the future', { created_at: '2099-01-01T00:00:00Z' }, { openedAt: undefined }],
    ['no time', { created_at: null }, { openedAt: undefined }],
    ['no time of its dismissal', { dismissed_at: undefined }, { closedAt: undefined }],
  ])('with %s have it not', async (_what, differs, expected) => {
    await using api = await startGithubApi({ dependabotAlerts: [createAlert(1, differs)] })

    const { complete, records } = await readInventory(api, 'vulnerability')

    expect(complete).toBe(true)
    expect({
      ...Object.fromEntries(Object.keys(expected).map((key) => [key, undefined])),
      ...records[0],
    }).toMatchObject(expected)
  })

  test('are not complete where a page is lost', async () => {
    await using api = await startGithubApi({ ...state, pageSize: 1 })
    api.fail(/page=2/, faults.status(502), { times: 99 })

    const { complete, count } = await readInventory(api, 'vulnerability')

    expect([complete, count]).toEqual([false, 1])
  })
})

test('a whole run shares its requests with the checks, and comes to the same records when it is replayed', async () => {
  await using api = await startGithubApi(state)

  const replayed = await replayWholeRun(github, api, runOptions)

  expect(replayed).toEqual({
    same: true,
    inventories: [
      ['inventory:account.members', true, 3],
      ['inventory:account.outside-collaborators', true, 2],
      ['inventory:application', true, 1],
      ['inventory:vulnerability', true, 2],
    ],
  })
  const asked = api.requests.map(({ path }) => path)
  expect(asked.filter((path) => path.includes('/members?') && path.includes('role=admin'))).toHaveLength(1)
  expect(asked.filter((path) => path.includes('/members?') && path.includes('2fa_disabled'))).toHaveLength(2)
})
