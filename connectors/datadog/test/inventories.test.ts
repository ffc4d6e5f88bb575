import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { replayWholeRun } from '../../../test/connectors/run-inventory.ts'
import { datadog } from '../index.ts'
import { listed, readInventory, runOptions, startDatadogApi } from './datadog-api.ts'

const [user] = listed.users
const createUser = (id: string, attributes: object = {}, roles: readonly string[] = ['r2']) => ({
  id,
  attributes: { ...user.attributes, ...attributes },
  relationships: { roles: { data: roles.map((role) => ({ id: role })) } },
})

describe('accounts', () => {
  test('are users with their roles, and whether one of these administers', async () => {
    const users = [
      user,
      createUser('u2', { status: 'Pending', mfa_enabled: false, last_login_time: null }),
      createUser('u3', { service_account: true }, []),
      createUser('u4', { disabled: true, status: 'Disabled' }),
    ]
    await using api = await startDatadogApi({ ...listed, users, pageSize: 2 })

    const { complete, records } = await readInventory(api, 'account')

    expect(complete).toBe(true)
    expect(records[0]).toEqual({
      id: 'u1',
      name: 'Ada',
      kind: 'person',
      status: 'active',
      email: 'ada@acme.example',
      roles: ['Datadog Admin Role', 'Readers'],
      administrator: true,
      secondFactor: true,
      createdAt: '2025-01-02T03:04:05.000000+00:00',
      lastActiveAt: '2025-12-31T08:00:00.000000+00:00',
    })
    expect(records.slice(1)).toMatchObject([
      {
        id: 'u2',
        status: 'invited',
        administrator: false,
        secondFactor: false,
        unknown: { lastActiveAt: 'Datadog names no sign-in.' },
      },
      { id: 'u3', kind: 'service', roles: [], administrator: false },
      { id: 'u4', status: 'suspended' },
    ])
  })

  test.each<[string, unknown, string, unknown, boolean]>([
    ['email', undefined, 'email', undefined, false],
    ['email', null, 'email', undefined, false],
    ['email', 'ada', 'email', undefined, true],
    ['email', 7, 'email', undefined, true],
    ['mfa_enabled', undefined, 'secondFactor', undefined, false],
    ['mfa_enabled', null, 'secondFactor', undefined, false],
    ['mfa_enabled', 'yes', 'secondFactor', undefined, true],
    ['created_at', null, 'createdAt', undefined, false],
    ['created_at', 1_770_000_000, 'createdAt', undefined, true],
    ['last_login_time', undefined, 'lastActiveAt', undefined, true],
    ['last_login_time', '0001-01-01T00:00:00Z', 'lastActiveAt', undefined, true],
    ['last_login_time', '2099-01-01T00:00:00Z', 'lastActiveAt', undefined, true],
    ['service_account', undefined, 'kind', 'unknown', false],
    ['service_account', 'no', 'kind', 'unknown', false],
    ['status', 'Archived', 'status', 'unknown', false],
    ['status', undefined, 'status', 'unknown', false],
  ])('with %s as %j have the %s %j', async (wire, value, member, expected, saysWhy) => {
    await using api = await startDatadogApi({ ...listed, users: [createUser('u1', { [wire]: value })] })

    const { complete, records } = await readInventory(api, 'account')

    expect([complete, records[0]?.[member]]).toEqual([true, expected])
    expect(typeof records[0]?.unknown?.[member]).toBe(saysWhy ? 'string' : 'undefined')
  })

  test.each<[string, object, readonly string[], boolean | undefined]>([
    ['a role that Datadog does not list', {}, ['r2', 'r9'], undefined],
    ['such a role beside one that administers', {}, ['r1', 'r9'], true],
    [
      'a role whose permissions are not said',
      { roles: [{ id: 'r2', attributes: { name: 'Readers' } }] },
      ['r2'],
      undefined,
    ],
    ['permissions of which none administers', { permissions: listed.permissions.slice(1) }, ['r1'], undefined],
  ])('with %s are administrators only if that is certain', async (_what, state, roles, administrator) => {
    await using api = await startDatadogApi({ ...listed, ...state, users: [createUser('u1', {}, roles)] })

    expect((await readInventory(api, 'account')).records[0]?.administrator).toBe(administrator)
  })

  test.each(['GET /api/v2/users', 'GET /api/v2/roles', 'GET /api/v2/permissions'])(
    'are not complete where %s is refused',
    async (route) => {
      await using api = await startDatadogApi(listed)
      api.fail(route, faults.status(403), { times: 9 })

      expect(await readInventory(api, 'account')).toMatchObject({
        complete: false,
        error: { kind: 'permission', missingScopes: ['user_access_read'] },
      })
    },
  )

  test('are each there once, though Datadog lists them twice', async () => {
    await using api = await startDatadogApi({ ...listed, users: [user, user] })

    expect(await readInventory(api, 'account')).toMatchObject({ complete: true, count: 1 })
  })
})

describe('credentials', () => {
  test('are API keys and application keys, each complete for itself', async () => {
    await using api = await startDatadogApi(listed)
    api.fail('GET /api/v2/api_keys', faults.status(403), { times: 9 })

    const apiKeys = await readInventory(api, 'credential.api-keys')
    const { complete, records } = await readInventory(api, 'credential.application-keys')

    expect(apiKeys).toMatchObject({ complete: false, error: { kind: 'permission', missingScopes: ['api_keys_read'] } })
    expect([complete, records]).toEqual([
      true,
      [
        {
          id: 'a1',
          name: 'Terraform',
          kind: 'apiKey',
          ownerId: 'u1',
          createdAt: '2025-01-02T03:04:05.000000+00:00',
          lastUsedAt: '2025-12-31T08:00:00.000000+00:00',
          scopes: ['dashboards_read', 'monitors_read'],
        },
      ],
    ])
  })

  test('that Datadog names no use of may have been used, and those without scopes are not without rights', async () => {
    const [key] = listed.applicationKeys
    const { relationships: _, ...ownerless } = key
    const differs = { ...key.attributes, last_used_at: null, scopes: null }
    await using api = await startDatadogApi({ applicationKeys: [{ ...ownerless, attributes: differs }] })

    const [record] = (await readInventory(api, 'credential.application-keys')).records

    expect(record).toEqual({
      id: 'a1',
      name: 'Terraform',
      kind: 'apiKey',
      createdAt: '2025-01-02T03:04:05.000000+00:00',
      unknown: {
        lastUsedAt: expect.stringContaining('forgets a use'),
        scopes: expect.stringContaining('whatever its owner may'),
      },
    })
  })

  test.each(['api-keys', 'application-keys'])('%s are not complete where a page is lost', async (part) => {
    const [apiKey] = listed.apiKeys
    const [applicationKey] = listed.applicationKeys
    await using api = await startDatadogApi({
      apiKeys: [apiKey, { ...apiKey, id: 'k2' }],
      applicationKeys: [applicationKey, { ...applicationKey, id: 'a2' }],
      pageSize: 1,
    })
    api.fail(/page%5Bnumber%5D=1|page\[number\]=1/, faults.status(502), { times: 99 })

    const { complete, count } = await readInventory(api, `credential.${part}`)

    expect([complete, count]).toEqual([false, 1])
  })
})

test('a whole run shares its requests with the checks, and comes to the same records when it is replayed', async () => {
  await using api = await startDatadogApi(listed)

  const { same, inventories } = await replayWholeRun(datadog, api, runOptions)

  expect([same, inventories]).toEqual([
    true,
    [
      ['inventory:account', true, 1],
      ['inventory:credential.api-keys', true, 1],
      ['inventory:credential.application-keys', true, 1],
    ],
  ])
  const asked = api.requests.map(({ path }) => path)
  expect(new Set(asked).size).toBe(asked.length)
})
