// What a check says of answers is told by jira.witnesses.yaml. Here are pauses, pages, refusals and what no witness tells.
import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { formatVerdicts } from '../../../test/connectors/run-check.ts'
import { jira } from '../index.ts'
import { type JiraState, runCheckOn, startJiraApi } from './jira-api.ts'

const createGrant = (permission: string, type: string) => ({ permission, holder: { type } })
const createPerson = (name: string, differs: object = {}) => ({
  accountId: `id-${name}`,
  accountType: 'atlassian',
  displayName: name,
  active: true,
  emailAddress: `${name}@acme.example`,
  ...differs,
})
const createMember = (name: string, active = true, accountType = 'atlassian') => ({
  accountId: `id-${name}`,
  accountType,
  displayName: name,
  active,
})
const createIssue = (key: string, created: string) => ({ id: key, key, fields: { summary: `About ${key}`, created } })

const moved = (day: number, status: string, by = 'ann') => ({
  created: `2026-06-${String(day).padStart(2, '0')}T12:00:00.000+0000`,
  author: { accountId: by, displayName: by },
  items: [{ field: 'status', from: '1', to: '2', toString: status }],
})

/** A change of Ada's for Bob that was done on the twentieth, with its history, the newest step first as Jira sends it. */
function createChange(key: string, histories: readonly object[], differs: object = {}) {
  return {
    id: key,
    key,
    fields: {
      summary: 'Upgrade',
      reporter: { accountId: 'ada' },
      assignee: { accountId: 'bob' },
      status: { statusCategory: { key: 'done' } },
      statuscategorychangedate: '2026-06-20T12:00:00.000+0000',
      ...differs,
    },
    changelog: { total: histories.length + 1, histories: [...histories, moved(20, 'Done', 'bob')].reverse() },
  }
}

describe.each<[check: string, about: string, state: JiraState, expected: readonly string[]]>([
  [
    'no-public-permissions',
    'schemes open and closed',
    {
      permissionSchemes: [
        { id: 1, name: 'Default', permissions: [createGrant('BROWSE_PROJECTS', 'projectRole')] },
        {
          id: 2,
          name: 'Open',
          permissions: [createGrant('BROWSE_PROJECTS', 'anyone'), createGrant('CREATE_ISSUES', 'anyone')],
        },
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
    { pageSize: 2, groups: { 'site-admins': [createMember('ada'), createMember('bob'), createMember('cyd', false)] } },
    ['pass Administrators: 2'],
  ],
  [
    'outsiders-known',
    'people, apps, customers and outsiders, on several pages',
    {
      pageSize: 2,
      users: [
        createPerson('ada'),
        createPerson('bob', { emailAddress: 'bob@Partner.example' }),
        createPerson('cyd', { emailAddress: undefined }),
        createPerson('gil', { emailAddress: '' }),
        createPerson('Automation', { accountType: 'app' }),
        createPerson('fay', { accountType: 'unknown' }),
        createPerson('eve', { active: false, emailAddress: 'eve@partner.example' }),
      ],
    },
    [
      'fail bob belongs to partner.example',
      'manual Jira does not know what kind of account fay is',
      'manual cyd hides the e-mail address',
      'manual gil hides the e-mail address',
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
      issues: [
        createIssue('SEC-1', '2026-01-01T12:00:00.000+0000'),
        createIssue('SEC-2', '2026-06-20T12:00:00.000+0000'),
      ],
    },
    ['fail SEC-1 has been open for 180 days, 30 allowed'],
  ],
  [
    'changes-approved',
    'people and steps beside the approval',
    {
      issues: [
        createChange('CHG-1', [moved(1, 'Approved', 'bob'), moved(2, 'Approved', 'cyd'), moved(3, 'In progress')]),
        createChange('CHG-8', [moved(1, 'Approved', 'cyd'), moved(2, 'Rejected'), moved(3, 'Approved', 'dan')]),
        createChange('CHG-10', [
          moved(1, 'Approved', 'cyd'),
          { ...moved(2, ''), items: [{ field: 'assignee', from: 'cyd', to: 'bob', toString: 'Bob' }] },
        ]),
        createChange('CHG-11', [{ ...moved(1, 'Approved'), author: undefined }]),
        createChange('CHG-12', [moved(1, 'Approved', 'cyd')], { assignee: null, reporter: null }),
      ],
    },
    [
      'fail CHG-10 was approved by its reporter or assignee only',
      'manual Nobody is named who approved CHG-11',
      'pass CHG-1 was approved by cyd',
      'pass CHG-12 was approved by cyd',
      'pass CHG-8 was approved by dan',
    ],
  ],
  [
    'audit-log',
    'a record of yesterday',
    { records: [{ created: '2026-06-29T12:00:00.000+0000' }] },
    ['pass The newest record is 1 day old'],
  ],
])('%s: %s', (check, _about, state, expected) => {
  test('gives its verdicts, after a pause where Jira asks for one', async () => {
    await using api = await startJiraApi(state)
    api.fail('*', faults.status(429, { retryAfter: 30 }))

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })
})

describe.each(jira.checks.map(({ id, scopes }) => [id, scopes] as const))('%s', (check, scopes) => {
  test('names what the account may not do', async () => {
    await using api = await startJiraApi({})
    api.fail('*', faults.status(403, { json: { errorMessages: ['Administrators only.'], errors: {} } }), { times: 9 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'permission', missingScopes: scopes })
  })

  test('takes a 404 for an anonymous request for credentials that were not accepted', async () => {
    await using api = await startJiraApi({})
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
  ])('%s ends as %s', async (check, status) => {
    await using api = await startJiraApi({})

    expect((await runCheckOn(api, check)).status).toBe(status)
  })
})

test('few-administrators says so where the group does not exist', async () => {
  await using api = await startJiraApi({})

  expect((await runCheckOn(api, 'few-administrators', { admin_group: 'nobody' })).error).toMatchObject({
    kind: 'not_found',
  })
})

describe.each<[check: string, about: string, state: JiraState]>([
  [
    'security-issues-in-time',
    'an issue of the future',
    { issues: [createIssue('SEC-1', '2036-01-01T12:00:00.000+0000')] },
  ],
  ['audit-log', 'a record of the future', { records: [{ created: '2036-01-01T12:00:00.000+0000' }] }],
  ...['assignee', 'reporter', 'status', 'statuscategorychangedate'].map((field): [string, string, JiraState] => [
    'changes-approved',
    `a change without ${field}`,
    { issues: [createChange('CHG-1', [moved(1, 'Approved', 'cyd')], { [field]: undefined })] },
  ]),
])('%s cannot tell of %s', (check, _about, state) => {
  test('and ends as error', async () => {
    await using api = await startJiraApi(state)

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('error')
    expect(outcome.error?.kind).toBe('schema_drift')
  })
})
