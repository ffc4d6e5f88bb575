import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { replayWholeRun } from '../../../test/connectors/run-inventory.ts'
import { slack } from '../index.ts'
import { ada, bot, readInventory, runOptions, startSlackApi } from './slack-api.ts'

const member = (id: string, differs: object = {}) => ({
  ...ada,
  id,
  name: id.toLowerCase(),
  is_admin: false,
  is_owner: false,
  ...differs,
})
// As recorded answers have them: without flags.
const deactivated = { id: 'U5', name: 'eve', deleted: true, is_bot: false, profile: { email: 'eve@acme.example' } }
const slackbot = { ...ada, id: 'USLACKBOT', name: 'slackbot' }

describe('accounts', () => {
  test('are members, guests and deactivated accounts, and no bots and strangers', async () => {
    const members = [
      slackbot,
      bot,
      ada,
      member('U2', { is_admin: true, has_2fa: false }),
      member('U3', { is_restricted: true }),
      member('U4', { is_restricted: true, is_ultra_restricted: true, is_invited_user: true }),
      deactivated,
      member('U6', { is_stranger: true }),
      member('U7', { is_admin: true, is_owner: true, is_primary_owner: true }),
    ]
    await using api = await startSlackApi({ members, pageSize: 2 })

    const { complete, records } = await readInventory(api, 'account')

    expect(complete).toBe(true)
    expect(records[0]).toEqual({
      id: 'U1',
      name: 'ada',
      kind: 'person',
      status: 'active',
      email: 'ada@acme.example',
      roles: ['owner'],
      administrator: true,
      secondFactor: true,
    })
    expect(records.slice(1)).toMatchObject([
      { id: 'U2', kind: 'person', roles: ['admin'], administrator: true, secondFactor: false },
      { id: 'U3', kind: 'guest', roles: ['multi-channel guest'], administrator: false },
      { id: 'U4', kind: 'guest', status: 'invited', roles: ['single-channel guest'] },
      { id: 'U5', kind: 'unknown', status: 'deleted', email: 'eve@acme.example' },
      { id: 'U7', roles: ['owner', 'primary owner'], administrator: true },
    ])
    expect(Object.keys(records[4]?.unknown ?? {})).toEqual(['roles', 'administrator', 'secondFactor'])
  })

  test.each<[string, object, string, unknown]>([
    ['no address', { profile: {} }, 'email', undefined],
    ['null as address', { profile: { email: null } }, 'email', undefined],
    ['an address that is none', { profile: { email: 'ada' } }, 'email', undefined],
    ['nothing about the second factor', { has_2fa: undefined }, 'secondFactor', undefined],
    ['null as second factor', { has_2fa: null }, 'secondFactor', undefined],
    ['text as second factor', { has_2fa: 'true' }, 'secondFactor', undefined],
    ['nothing about being an owner', { is_owner: undefined }, 'administrator', undefined],
    ['text as owner', { is_owner: 'no' }, 'administrator', undefined],
    ['null as admin', { is_admin: null }, 'roles', undefined],
  ])('with %s have it not, and say why', async (_what, differs, name, value) => {
    await using api = await startSlackApi({ members: [member('U1', differs), member('U7', { is_owner: true })] })

    const { complete, records } = await readInventory(api, 'account')

    expect([complete, records[0]?.[name]]).toEqual([true, value])
    expect(records[0]?.unknown?.[name]).toEqual(expect.any(String))
  })

  test.each<[string, object, object]>([
    ['nothing about being a guest', { is_restricted: undefined }, { kind: 'unknown' }],
    ['text as guest', { is_ultra_restricted: 'no' }, { kind: 'unknown' }],
    ['nothing about being a bot', { is_bot: undefined }, { kind: 'unknown' }],
    ['nothing about being deactivated', { deleted: undefined }, { status: 'unknown' }],
    ['text as deactivated', { deleted: 'no' }, { status: 'unknown' }],
  ])('with %s are of unknown kind or status', async (_what, differs, expected) => {
    await using api = await startSlackApi({ members: [member('U1', differs), member('U7', { is_owner: true })] })

    expect((await readInventory(api, 'account')).records[0]).toMatchObject(expected)
  })

  test('are not complete without an owner, whom every workspace has', async () => {
    await using api = await startSlackApi({ members: [member('U1'), member('U2'), { ...deactivated, is_owner: true }] })

    expect(await readInventory(api, 'account')).toMatchObject({
      complete: false,
      count: 3,
      error: { kind: 'incomplete_data' },
    })
  })

  test('are not complete where Slack refuses them, by a word with status 200', async () => {
    await using api = await startSlackApi({ members: [ada] })
    const refusal = { ok: false, error: 'missing_scope', needed: 'users:read' }
    api.fail('GET /api/users.list', faults.status(200, { json: refusal }), { times: 9 })

    expect(await readInventory(api, 'account')).toMatchObject({
      complete: false,
      count: 0,
      error: { kind: 'permission', missingScopes: ['users:read'] },
    })
  })

  test.each(['account', 'application'])('of kind %s are not complete where a page is lost', async (name) => {
    await using api = await startSlackApi({ members: [ada, bot, member('U2')], pageSize: 2 })
    api.fail(/cursor=/, faults.status(502), { times: 99 })

    const { complete, count, error } = await readInventory(api, name)

    expect([complete, count, error?.kind]).toEqual([false, 1, 'upstream'])
  })

  test('are each there once, though Slack lists them twice', async () => {
    await using api = await startSlackApi({ members: [ada, bot, ada] })

    expect(await readInventory(api, 'account')).toMatchObject({ complete: true, count: 1 })
  })
})

test('applications are bots that are not removed', async () => {
  await using api = await startSlackApi({ members: [ada, bot, { ...bot, id: 'U8', deleted: true }] })

  const { complete, leavesOut, records } = await readInventory(api, 'application')

  expect([complete, records]).toEqual([true, [{ id: 'U9', name: 'Linear' }]])
  expect(leavesOut).toContain('apps without a bot')
})

test('a whole run asks for the list of users once, and comes to the same records when it is replayed', async () => {
  await using api = await startSlackApi({ members: [ada, bot], logins: [{ date_last: 1_782_000_000 }] })

  const { same, inventories } = await replayWholeRun(slack, api, runOptions)

  expect([same, inventories]).toEqual([
    true,
    [
      ['inventory:account', true, 1],
      ['inventory:application', true, 1],
    ],
  ])
  expect(api.requests.filter(({ path }) => path.includes('users.list'))).toHaveLength(1)
})
