import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { replayWholeRun } from '../../../test/connectors/run-inventory.ts'
import { jira } from '../index.ts'
import { ada, readInventory, runOptions, startJiraApi } from './jira-api.ts'

const account = (accountId: string, differs: object = {}) => ({ ...ada, accountId, ...differs })

describe('accounts', () => {
  test('are people, apps and customers', async () => {
    const users = [
      account('1'),
      account('2', { accountType: 'app', emailAddress: undefined }),
      account('3', { accountType: 'customer' }),
      account('4', { active: false }),
    ]
    await using api = await startJiraApi({ users, pageSize: 2 })

    const { complete, records } = await readInventory(api, 'account')

    expect(complete).toBe(true)
    expect(records).toMatchObject([
      { id: '1', name: 'Ada', kind: 'person', status: 'active', email: 'ada@acme.example' },
      { id: '2', kind: 'service', unknown: { email: expect.stringContaining('hides') } },
      { id: '3', kind: 'guest' },
      { id: '4', kind: 'person', status: 'suspended' },
    ])
  })

  test.each<[string, unknown, object]>([
    ['emailAddress', undefined, { unknown: { email: expect.stringContaining('hides') } }],
    // Hidden, and not without one.
    ['emailAddress', null, { unknown: { email: expect.stringContaining('hides') } }],
    ['emailAddress', '', { unknown: { email: expect.stringContaining('hides') } }],
    ['emailAddress', 7, { unknown: { email: expect.stringContaining("The vendor's value") } }],
    ['emailAddress', 'ada', { unknown: { email: expect.stringContaining("The vendor's value") } }],
    ['accountType', undefined, { kind: 'unknown' }],
    ['accountType', null, { kind: 'unknown' }],
    ['accountType', 'robot', { kind: 'unknown' }],
    ['accountType', 'constructor', { kind: 'unknown' }],
    ['accountType', 7, { kind: 'unknown' }],
    ['active', undefined, { status: 'unknown' }],
    ['active', null, { status: 'unknown' }],
    ['active', 'yes', { status: 'unknown' }],
  ])('with %s as %j are without it', async (wire, value, expected) => {
    await using api = await startJiraApi({ users: [account('1', { [wire]: value })] })

    const { complete, records } = await readInventory(api, 'account')

    expect(complete).toBe(true)
    expect(records).toMatchObject([expected])
    if (wire === 'emailAddress') expect(records[0]).not.toHaveProperty('email')
  })

  test('are not complete where Jira refuses them', async () => {
    await using api = await startJiraApi({ users: [ada] })
    api.fail('GET /rest/api/3/users/search', faults.status(403), { times: 9 })

    expect(await readInventory(api, 'account')).toMatchObject({
      complete: false,
      error: { kind: 'permission', missingScopes: ['read:jira-user'] },
    })
  })

  test('are not complete where a page is lost', async () => {
    await using api = await startJiraApi({ users: [account('1'), account('2')], pageSize: 1 })
    api.fail(/startAt=1/, faults.status(502), { times: 99 })

    const { complete, count } = await readInventory(api, 'account')

    expect([complete, count]).toEqual([false, 1])
  })

  test('are each there once, though Jira lists them twice', async () => {
    await using api = await startJiraApi({ users: [ada, ada] })

    expect(await readInventory(api, 'account')).toMatchObject({ complete: true, count: 1 })
  })
})

test('a whole run shares its requests with the checks, and comes to the same records when it is replayed', async () => {
  await using api = await startJiraApi({ users: [ada], groups: { 'site-admins': [ada] } })

  const variables = { company_domains: 'acme.example' }
  const { same, inventories } = await replayWholeRun(jira, api, { ...runOptions, variables })

  expect([same, inventories]).toEqual([true, [['inventory:account', true, 1]]])
  const asked = api.requests.map(({ path }) => path).filter((path) => path.includes('users/search'))
  expect(new Set(asked).size).toBe(asked.length)
})
