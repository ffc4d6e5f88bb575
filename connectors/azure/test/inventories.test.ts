import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { readInventories, replayEverything } from '../../../test/connectors/read-inventory.ts'
import { azure } from '../index.ts'
import { type AzureState, createRefusal, credentials, startAzureApi, subscriptionId } from './azure-api.ts'

const now = '2026-06-30T12:00:00.000Z'
const own = `/subscriptions/${subscriptionId}`
const createdAt = 1_782_000_000

const createRole = (guid: string, roleName: string | undefined) => ({
  id: `${own}/providers/Microsoft.Authorization/roleDefinitions/${guid}`,
  properties: { roleName, type: 'BuiltInRole', permissions: [{ actions: ['*'], notActions: [] }] },
})

const roles = [createRole('AAA', 'Owner'), createRole('BBB', 'Reader')]

const createAssignment = (principalId: string, guid: string, differs: object = {}) => ({
  properties: {
    scope: own,
    roleDefinitionId: `/providers/Microsoft.Authorization/roleDefinitions/${guid}`,
    principalId,
    principalType: 'User',
    ...differs,
  },
})

const createAccount = (name: string, properties: object = {}) => ({
  id: `${own}/resourceGroups/data/providers/Microsoft.Storage/storageAccounts/${name}`,
  name,
  kind: 'StorageV2',
  properties: {
    supportsHttpsTrafficOnly: true,
    keyCreationTime: { key1: '2026-06-01T12:00:00Z', key2: '2026-06-02T12:00:00Z' },
    ...properties,
  },
})

const createVault = (name: string) => ({
  id: `${own}/resourceGroups/data/providers/Microsoft.KeyVault/vaults/${name}`,
  name,
  properties: {},
})

const createSecret = (vault: string, name: string, attributes: unknown = {}) => ({
  id: `${createVault(vault).id}/secrets/${name}`,
  name,
  properties: {
    attributes:
      typeof attributes === 'object' && attributes !== null
        ? { enabled: true, created: createdAt, exp: createdAt + 86_400, ...attributes }
        : attributes,
  },
})

const everything: AzureState = {
  pageSize: 1,
  roles,
  assignments: [
    createAssignment('ada', 'aaa'),
    createAssignment('ADA', 'bbb', { scope: `${own}/resourceGroups/data` }),
    createAssignment('ci', 'bbb', {
      principalType: 'ServicePrincipal',
      scope: '/providers/Microsoft.Management/managementGroups/root',
    }),
  ],
  accounts: [createAccount('one'), createAccount('two', { allowSharedKeyAccess: false })],
  vaults: [createVault('kv'), createVault('empty')],
  secrets: { kv: [createSecret('kv', 'a'), createSecret('kv', 'b', { exp: undefined })] },
}

const kinds = ['account', 'credential']

/** Reads all lists; a request whose path fits is refused, from the nth on. */
async function read(state: AzureState, refused?: { readonly path: RegExp; readonly from?: number }) {
  await using api = await startAzureApi(state)
  let nth = 0
  const fetch: typeof api.fetch = (url, init) =>
    refused?.path.test(url) && ++nth >= (refused.from ?? 1)
      ? Promise.resolve(Response.json(createRefusal('AuthorizationFailed', 'Not allowed.'), { status: 403 }))
      : api.fetch(url, init)
  return await readInventories(azure, { ...api, fetch }, { credentials, now, kinds })
}

describe('accounts', () => {
  test('are users and applications with their roles, without groups', async () => {
    const { outcomes, records } = await read({
      ...everything,
      assignments: [
        ...(everything.assignments ?? []),
        createAssignment('team', 'aaa', { principalType: 'Group' }),
        createAssignment('others', 'aaa', { principalType: 'ForeignGroup' }),
      ],
    })

    expect(outcomes.account).toMatchObject({ complete: true, count: 2, byStatus: { unknown: 2 } })
    expect(records.account).toEqual([
      {
        id: 'ada',
        ssoSubject: 'ada',
        kind: 'unknown',
        status: 'unknown',
        roles: ['Owner', 'Reader (/resourceGroups/data)'],
      },
      { id: 'ci', kind: 'service', status: 'unknown', roles: ['Reader'] },
    ])
  })

  test.each<[about: string, differs: object, expected: object]>([
    ['no type', { principalType: undefined }, { kind: 'unknown', roles: ['Owner'] }],
    ['null for a type', { principalType: null }, { kind: 'unknown', roles: ['Owner'] }],
    ['an unknown type', { principalType: 'Alien' }, { kind: 'unknown', roles: ['Owner'] }],
    ['a type of another form', { principalType: 7 }, { kind: 'unknown', roles: ['Owner'] }],
  ])('take %s for an unknown kind', async (_about, differs, expected) => {
    const { records } = await read({ roles, assignments: [createAssignment('ada', 'aaa', differs)] })

    expect(records.account).toMatchObject([expected])
  })

  test.each<[about: string, differs: object]>([
    ['a role that Azure does not list', { roleDefinitionId: 'other' }],
    ['no role', { roleDefinitionId: undefined }],
    ['a role of another form', { roleDefinitionId: 7 }],
    ['no scope', { scope: null }],
    ['a role without a name', { roleDefinitionId: 'ccc' }],
    ['a name of another form', { roleDefinitionId: 'ddd' }],
  ])('do not know the roles of somebody with %s, beside another one', async (_about, differs) => {
    const { outcomes, records } = await read({
      roles: [...roles, createRole('ccc', undefined), createRole('ddd', 7 as never)],
      assignments: [createAssignment('ada', 'aaa'), createAssignment('ada', 'bbb', differs)],
    })

    expect(outcomes.account).toMatchObject({ complete: true })
    expect(records.account).toEqual([
      { id: 'ada', ssoSubject: 'ada', kind: 'unknown', status: 'unknown', unknown: { roles: expect.any(String) } },
    ])
  })
})

describe('credentials', () => {
  test('are the keys of storage accounts', async () => {
    const { outcomes, records } = await read(everything)

    expect(outcomes['credential.storage']).toMatchObject({ complete: true, count: 4 })
    expect(records['credential.storage']).toMatchObject([
      {
        id: `${createAccount('one').id}#key1`,
        name: 'one, key1',
        kind: 'secret',
        active: true,
        createdAt: '2026-06-01T12:00:00Z',
      },
      { name: 'one, key2', active: true, createdAt: '2026-06-02T12:00:00Z' },
      { name: 'two, key1', active: false },
      { name: 'two, key2', active: false },
    ])
  })

  test('are the secrets of key vaults', async () => {
    const { outcomes, records } = await read(everything)

    expect(outcomes['credential.key-vault']).toMatchObject({ complete: true, count: 2 })
    expect(records['credential.key-vault']).toEqual([
      {
        id: `${createVault('kv').id}/secrets/a`,
        name: 'a',
        kind: 'secret',
        active: true,
        createdAt: '2026-06-21T00:00:00.000Z',
        expiresAt: '2026-06-22T00:00:00.000Z',
      },
      {
        id: `${createVault('kv').id}/secrets/b`,
        name: 'b',
        kind: 'secret',
        active: true,
        createdAt: '2026-06-21T00:00:00.000Z',
        expiresAt: null,
      },
    ])
  })

  test('do not say of a secret without any attribute that it never expires', async () => {
    const nothing = { enabled: undefined, created: undefined, exp: undefined }
    const { records } = await read({ ...everything, secrets: { kv: [createSecret('kv', 'a', nothing)] } })

    expect(records['credential.key-vault']?.[0]).not.toHaveProperty('expiresAt')
  })

  test.each<[member: string, properties: object]>([
    ['active', { allowSharedKeyAccess: 'no' }],
    ['createdAt', { keyCreationTime: { key1: 'June' } }],
    ['createdAt', { keyCreationTime: { key1: 1_782_000_000 } }],
    ['createdAt', { keyCreationTime: { key1: null } }],
    ['createdAt', { keyCreationTime: null }],
    ['createdAt', { keyCreationTime: undefined }],
  ])('do not know %s of a storage key with %j', async (member, properties) => {
    const { outcomes, records } = await read({ accounts: [createAccount('one', properties)] })

    expect(outcomes['credential.storage']).toMatchObject({ complete: true, count: 2 })
    const [key] = records['credential.storage'] ?? []
    expect(key).toMatchObject({ unknown: { [member]: expect.any(String) } })
    expect(key).not.toHaveProperty(member)
  })

  test.each([undefined, null])('take %s for storage keys that work, as Azure documents it', async (value) => {
    const { records } = await read({ accounts: [createAccount('one', { allowSharedKeyAccess: value })] })

    expect(records['credential.storage']).toMatchObject([{ active: true }, { active: true }])
  })

  test.each<[member: string, attributes: unknown, isExplained: boolean]>([
    ['active', { enabled: 'yes' }, true],
    ['active', { enabled: undefined }, false],
    ['active', { enabled: null }, false],
    ['createdAt', { created: 'June' }, true],
    ['createdAt', { created: createdAt * 1_000 }, true],
    ['createdAt', { created: 4_000_000_000 }, true],
    ['createdAt', { created: -62_135_596_800 }, true],
    ['createdAt', { created: null }, false],
    ['expiresAt', { exp: 'never' }, true],
    ['expiresAt', null, false],
  ])('do not know %s of a secret with %j', async (member, attributes, isExplained) => {
    const { outcomes, records } = await read({
      vaults: [createVault('kv')],
      secrets: { kv: [createSecret('kv', 'a', attributes)] },
    })

    expect(outcomes['credential.key-vault']).toMatchObject({ complete: true, count: 1 })
    const [secret] = records['credential.key-vault'] ?? []
    expect(secret).not.toHaveProperty(member)
    expect(secret?.unknown).toEqual(isExplained ? { [member]: expect.any(String) } : undefined)
  })
})

describe('a list is not complete', () => {
  const broken = { complete: false, error: { kind: 'permission' } }

  test.each<[about: string, list: string, path: RegExp, from: number, count: number]>([
    ['the roles', 'account', /roleDefinitions/, 1, 0],
    ['the second page of roles', 'account', /roleDefinitions/, 2, 0],
    ['the assignments', 'account', /roleAssignments/, 1, 0],
    ['the second page of assignments', 'account', /roleAssignments/, 2, 1],
    ['the assignments in the subscription', 'account', /roleAssignments\?api-version=2022-04-01$/, 1, 2],
    ['the storage accounts', 'credential.storage', /storageAccounts/, 1, 0],
    ['the second page of storage accounts', 'credential.storage', /storageAccounts/, 2, 2],
    ['the vaults', 'credential.key-vault', /vaults\?/, 1, 0],
    ['the secrets of a vault', 'credential.key-vault', /kv\/secrets/, 1, 0],
    ['the second page of secrets', 'credential.key-vault', /kv\/secrets/, 2, 1],
  ])('where Azure refuses %s, and only that one', async (_about, list, path, from, count) => {
    const { outcomes } = await read(everything, { path, from })

    for (const [id, outcome] of Object.entries(outcomes))
      expect(outcome, id).toMatchObject(id === list ? { ...broken, count } : { complete: true })
  })

  test('where a vault has an id of another form', async () => {
    const { outcomes } = await read({ vaults: [{ ...createVault('kv'), id: 'kv' }] })

    expect(outcomes['credential.key-vault']).toMatchObject({ complete: false, error: { kind: 'schema_drift' } })
  })

  test('where two different secrets have one id, and is where the same one comes twice', async () => {
    const secrets = (second: object) => ({ kv: [createSecret('kv', 'a'), createSecret('kv', 'a', second)] })
    const same = await read({ vaults: [createVault('kv')], secrets: secrets({}) })
    const other = await read({ vaults: [createVault('kv')], secrets: secrets({ enabled: false }) })

    expect(same.outcomes['credential.key-vault']).toMatchObject({ complete: true, count: 1 })
    expect(other.outcomes['credential.key-vault']).toMatchObject({
      complete: false,
      error: { kind: 'incomplete_data' },
    })
  })

  test('where somebody has an assignment without an id', async () => {
    const { outcomes } = await read({ roles, assignments: [createAssignment('', 'aaa')] })

    expect(outcomes.account).toMatchObject({ complete: false, error: { kind: 'schema_drift' } })
  })
})

describe('a run of everything', () => {
  test('asks once for storage accounts, vaults and the assignments at the subscription', async () => {
    await using api = await startAzureApi({ ...everything, pageSize: 100 })

    await readInventories(azure, api, { credentials, now })

    const asked = (path: RegExp) => api.requests.filter((request) => path.test(request.path)).length
    expect(asked(/storageAccounts\?/)).toBe(1)
    expect(asked(/vaults\?/)).toBe(1)
    expect(asked(/roleAssignments\?.*atScope/)).toBe(1)
  })

  test.each<[about: string, eligible: readonly object[] | undefined]>([
    ['without Privileged Identity Management', undefined],
    ['with eligible owners', [createAssignment('bob', '8e3af657-a8ff-443c-a75c-2fe8c4bcb635')]],
  ])('comes to the same in a replay, %s', async (_about, eligible) => {
    await using api = await startAzureApi(eligible ? { ...everything, eligible } : everything)

    const { head, replay, requests } = await replayEverything(azure, api, { credentials, now })

    expect(head.inventories?.map(({ complete }) => complete)).toEqual([true, true, true])
    expect(replay.inventories.map(({ same }) => same)).toEqual([true, true, true])
    expect([head.replayable, replay.same, requests]).toEqual([true, true, 0])
  })

  test('comes to the same in a replay, after a refusal that ended subscription-owners', async () => {
    await using api = await startAzureApi(everything)
    const route = 'GET /subscriptions/:s/providers/Microsoft.Authorization/roleEligibilityScheduleInstances'
    api.fail(route, faults.status(400, { json: createRefusal('InvalidFilter', 'No such filter.') }), { times: 9 })

    const { head, replay } = await replayEverything(azure, api, { credentials, now })

    expect(head.checks[0]).toMatchObject({ id: 'subscription-owners', status: 'error' })
    expect(replay.same).toBe(true)
  })
})
