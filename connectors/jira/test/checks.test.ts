import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { verdicts } from '../../../test/connectors/run-check.ts'
import { jira } from '../index.ts'
import { type JiraState, jiraApi, runCheckOn } from './jira-api.ts'

const grant = (permission: string, type: string) => ({ permission, holder: { type } })
const person = (name: string, differs: object = {}) => ({
  accountId: `id-${name}`,
  accountType: 'atlassian',
  displayName: name,
  active: true,
  emailAddress: `${name}@acme.example`,
  ...differs,
})
const member = (name: string, active = true) => ({ accountId: `id-${name}`, displayName: name, active })
const issue = (key: string, created: string) => ({ id: key, key, fields: { summary: `About ${key}`, created } })

/** A change of Ada's for Bob, with a step of its history for each of those who approved it. */
function change(key: string, approvers: readonly string[], total = approvers.length) {
  return {
    id: key,
    key,
    fields: { summary: 'Upgrade', reporter: { accountId: 'ada' }, assignee: { accountId: 'bob' } },
    changelog: {
      total,
      histories: approvers.map((by) => ({
        created: '2026-06-01T12:00:00.000+0000',
        author: { accountId: by, displayName: by },
        items: [{ field: 'status', toString: 'Approved' }],
      })),
    },
  }
}

describe.each<[check: string, about: string, state: JiraState, expected: readonly string[]]>([
  [
    'no-public-permissions',
    'schemes open and closed',
    {
      permissionSchemes: [
        { id: 1, name: 'Default', permissions: [grant('BROWSE_PROJECTS', 'projectRole')] },
        { id: 2, name: 'Open', permissions: [grant('BROWSE_PROJECTS', 'anyone'), grant('CREATE_ISSUES', 'anyone')] },
      ],
    },
    ['fail Open grants BROWSE_PROJECTS, CREATE_ISSUES to anyone', 'pass Default grants nothing to the public'],
  ],
  [
    'no-public-filters',
    'filters and dashboards, on several pages',
    {
      pageSize: 1,
      filters: [
        { id: '1', name: 'Bugs', sharePermissions: [{ type: 'loggedin' }] },
        { id: '2', name: 'Customers', sharePermissions: [{ type: 'global' }] },
      ],
      dashboards: [
        { id: '3', name: 'Board', sharePermissions: [] },
        { id: '4', name: 'Wall', sharePermissions: [{ type: 'group' }, { type: 'global' }] },
      ],
    },
    [
      'fail Customers is shared with the public',
      'fail Wall is shared with the public',
      'pass Board is not public',
      'pass Bugs is not public',
    ],
  ],
  [
    'few-administrators',
    'three, one of them inactive',
    { pageSize: 2, groups: { 'site-admins': [member('ada'), member('bob'), member('cyd', false)] } },
    ['pass Administrators: 2'],
  ],
  [
    'few-administrators',
    'one',
    { groups: { 'site-admins': [member('ada')] } },
    ['fail Administrators: 1; 2 to 5 are allowed'],
  ],
  [
    'outsiders-known',
    'people, apps, customers and outsiders, on several pages',
    {
      pageSize: 2,
      users: [
        person('ada'),
        person('bob', { emailAddress: 'bob@Partner.example' }),
        person('cyd', { emailAddress: undefined }),
        person('Automation', { accountType: 'app' }),
        person('eve', { active: false, emailAddress: 'eve@partner.example' }),
      ],
    },
    [
      'fail bob belongs to partner.example',
      'manual cyd hides the e-mail address',
      'not_applicable Automation is no person of the site',
      'not_applicable eve is deactivated',
      'pass ada belongs to acme.example',
    ],
  ],
  [
    'security-issues-in-time',
    'issues late and in time, on several pages',
    {
      pageSize: 1,
      issues: [issue('SEC-1', '2026-01-01T12:00:00.000+0000'), issue('SEC-2', '2026-06-20T12:00:00.000+0000')],
    },
    ['fail SEC-1 has been open for 180 days, 30 allowed'],
  ],
  [
    'security-issues-in-time',
    'none late',
    { issues: [issue('SEC-2', '2026-06-20T12:00:00.000+0000')] },
    ['pass No security issue is late'],
  ],
  [
    'changes-approved',
    'changes of every kind',
    {
      issues: [
        change('CHG-1', ['bob', 'cyd']),
        change('CHG-2', ['bob']),
        change('CHG-3', []),
        change('CHG-4', [], 200),
      ],
    },
    [
      'fail CHG-2 was approved by its reporter or assignee only',
      'fail CHG-3 was never approved',
      'manual CHG-4 has a longer history than Jira sends',
      'pass CHG-1 was approved by cyd',
    ],
  ],
  [
    'audit-log',
    'a record of yesterday',
    { records: [{ created: '2026-06-29T12:00:00.000+0000' }] },
    ['pass The newest record is 1 days old'],
  ],
  [
    'audit-log',
    'a record of last year',
    { records: [{ created: '2025-06-30T12:00:00.000+0000' }] },
    ['fail The newest record is 365 days old'],
  ],
  ['audit-log', 'nothing', {}, ['fail The audit log is empty']],
])('%s: %s', (check, _about, state, expected) => {
  test('gives its verdicts, after a pause where Jira asks for one', async () => {
    await using api = await jiraApi(state)
    api.fail('*', faults.status(429, { retryAfter: 30 }))

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(verdicts(outcome)).toEqual(expected)
  })
})

describe.each(jira.checks.map(({ id, scopes }) => [id, scopes] as const))('%s', (check, scopes) => {
  test('names what the account may not do', async () => {
    await using api = await jiraApi({})
    api.fail('*', faults.status(403, { json: { errorMessages: ['Administrators only.'], errors: {} } }), { times: 9 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'permission', missingScopes: scopes })
  })

  test('takes a 404 for an anonymous request for credentials that were not accepted', async () => {
    await using api = await jiraApi({})
    api.fail('*', faults.status(404, { json: { errorMessages: ['Not found.'], errors: {} } }), { times: 9 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'auth' })
  })
})

describe('an empty site', () => {
  test.each([
    ['no-public-permissions', 'not_applicable'],
    ['no-public-filters', 'not_applicable'],
    ['changes-approved', 'not_applicable'],
    ['security-issues-in-time', 'pass'],
    ['outsiders-known', 'error'],
    ['few-administrators', 'error'],
    ['audit-log', 'fail'],
  ])('%s ends as %s', async (check, status) => {
    await using api = await jiraApi({})

    expect((await runCheckOn(api, check)).status).toBe(status)
  })
})

test('few-administrators says so where the group does not exist', async () => {
  await using api = await jiraApi({})

  expect((await runCheckOn(api, 'few-administrators', { admin_group: 'nobody' })).error).toMatchObject({
    kind: 'not_found',
  })
})
