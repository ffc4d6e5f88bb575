import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { formatVerdicts } from '../../../test/connectors/run-check.ts'
import { azure } from '../index.ts'
import { type AzureState, createRefusal, runCheckOn, startAzureApi, subscriptionId } from './azure-api.ts'

/** A storage account as Azure makes one today, closed to networks. */
function createAccount(name: string, properties: object = {}, differs: object = {}) {
  return {
    id: `/subscriptions/${subscriptionId}/resourceGroups/data/providers/Microsoft.Storage/storageAccounts/${name}`,
    name,
    kind: 'StorageV2',
    location: 'westeurope',
    properties: {
      supportsHttpsTrafficOnly: true,
      minimumTlsVersion: 'TLS1_2',
      allowBlobPublicAccess: false,
      networkAcls: { bypass: 'AzureServices', defaultAction: 'Deny' },
      keyCreationTime: { key1: '2026-06-01T12:00:00Z', key2: '2026-06-02T12:00:00Z' },
      ...properties,
    },
    ...differs,
  }
}

/** A firewall that lets some ranges in. */
const denying = (...ranges: readonly string[]) => ({
  networkAcls: { defaultAction: 'Deny', ipRules: ranges.map((value) => ({ value })) },
})

function createVault(name: string, properties: object) {
  return {
    id: `/subscriptions/${subscriptionId}/resourceGroups/data/providers/Microsoft.KeyVault/vaults/${name}`,
    name,
    properties,
  }
}

const createPlan = (name: string, pricingTier: string) => ({ name, properties: { pricingTier } })

const createContact = (alertNotifications: string | undefined, email: string | null = 'soc@acme.example') => ({
  id: 'contact-1',
  name: 'default',
  properties: { email, alertNotifications },
})

function createAlert(id: string, differs: object) {
  return {
    id,
    properties: {
      alertDisplayName: id,
      severity: 'High',
      status: 'Active',
      timeGeneratedUtc: '2026-06-28T12:00:00Z',
      ...differs,
    },
  }
}

function createSetting(
  name: string,
  categories: readonly (string | null)[],
  differs: object = { workspaceId: '/workspace' },
) {
  return { name, properties: { logs: categories.map((category) => ({ category, enabled: true })), ...differs } }
}

function createAssignment(principalId: string, principalType: string, role = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635') {
  return {
    properties: {
      scope: `/subscriptions/${subscriptionId}`,
      roleDefinitionId: `/subscriptions/${subscriptionId}/providers/Microsoft.Authorization/roleDefinitions/${role}`,
      principalId,
      principalType,
    },
  }
}

/** The same on a resource group. */
const below = ({ properties }: ReturnType<typeof createAssignment>) => ({
  properties: { ...properties, scope: `${properties.scope}/resourceGroups/data` },
})

const reader = 'acdd72a7-3385-48ef-bd42-f606fba81ae7'

function createRole(
  roleName: string,
  actions: readonly string[],
  notActions: readonly string[] = [],
  type = 'CustomRole',
) {
  return { id: roleName, properties: { roleName, type, permissions: [{ actions, notActions }] } }
}

describe.each<[check: string, about: string, state: AzureState, expected: readonly string[]]>([
  [
    'storage-transport',
    'accounts on several pages',
    {
      pageSize: 2,
      accounts: [
        createAccount('good'),
        createAccount('http', { supportsHttpsTrafficOnly: false }),
        createAccount('tls', { minimumTlsVersion: 'TLS1_1' }),
        createAccount('old', { minimumTlsVersion: undefined }),
        createAccount('oldest', { minimumTlsVersion: null, supportsHttpsTrafficOnly: false }),
        createAccount('new', { minimumTlsVersion: 'TLS1_3' }),
      ],
    },
    [
      'fail http takes plain HTTP',
      'fail oldest takes plain HTTP',
      'fail tls takes TLS 1.1',
      'manual Azure does not say which versions of TLS old takes',
      'pass good takes HTTPS with TLS 1.2 or later only',
      'pass new takes HTTPS with TLS 1.2 or later only',
    ],
  ],
  [
    'storage-public-blobs',
    'accounts of every kind',
    {
      pageSize: 2,
      accounts: [
        createAccount('closed'),
        createAccount('open', { allowBlobPublicAccess: true }),
        createAccount('unset', { allowBlobPublicAccess: null }),
        createAccount('files', {}, { kind: 'FileStorage' }),
      ],
    },
    [
      'fail open lets containers be public',
      'manual Azure does not say whether unset lets containers be public',
      'not_applicable files holds no blobs',
      'pass closed forbids public containers',
    ],
  ],
  [
    'storage-network',
    'accounts with firewalls of every kind',
    {
      accounts: [
        createAccount('denies'),
        createAccount('private', { publicNetworkAccess: 'Disabled', networkAcls: { defaultAction: 'Allow' } }),
        createAccount('open', { publicNetworkAccess: 'Enabled', networkAcls: { defaultAction: 'Allow' } }),
        createAccount('unset', { networkAcls: undefined }),
        createAccount('halves', denying('0.0.0.0/1', '128.0.0.0/1')),
        createAccount('office', denying('203.0.113.0/24', '198.51.100.7')),
      ],
    },
    [
      'fail halves is open to all networks',
      'fail open is open to all networks',
      'fail unset is open to all networks',
      'pass denies is open to named networks only',
      'pass office is open to named networks only',
      'pass private is open to named networks only',
    ],
  ],
  [
    'storage-keys',
    'keys that are new, old, off and of unknown age',
    {
      accounts: [
        createAccount('new'),
        createAccount('old', { keyCreationTime: { key1: '2026-06-01T12:00:00Z', key2: '2026-01-01T12:00:00Z' } }),
        createAccount('off', { allowSharedKeyAccess: false, keyCreationTime: null }),
        createAccount('unknown', { keyCreationTime: { key1: '2026-06-01T12:00:00Z', key2: null } }),
        createAccount('half', { keyCreationTime: { key1: '2026-01-01T12:00:00Z', key2: null } }),
      ],
    },
    [
      'fail half has a key that is 180 days old, 90 allowed',
      'fail old has a key that is 180 days old, 90 allowed',
      'manual Azure does not know when the keys of unknown were made',
      'pass new has keys that are 29 days old at most',
      'pass off takes no account key',
    ],
  ],
  [
    'storage-soft-delete',
    'accounts that keep what is deleted, for a while, partly and not',
    {
      accounts: [
        createAccount('kept'),
        createAccount('brief'),
        createAccount('half'),
        createAccount('none'),
        createAccount('files', {}, { kind: 'FileStorage' }),
      ],
      blobServices: {
        kept: {
          deleteRetentionPolicy: { enabled: true, days: 14 },
          containerDeleteRetentionPolicy: { enabled: true, days: 7 },
        },
        brief: {
          deleteRetentionPolicy: { enabled: true, days: 1 },
          containerDeleteRetentionPolicy: { enabled: true, days: 7 },
        },
        half: {
          deleteRetentionPolicy: { enabled: true, days: 14 },
          containerDeleteRetentionPolicy: { enabled: false, days: 7 },
        },
      },
    },
    [
      'fail brief keeps deleted blobs for 1 and containers for 7 days, 7 demanded',
      'fail half keeps deleted blobs for 14 and containers for 0 days, 7 demanded',
      'fail none keeps deleted blobs for 0 and containers for 0 days, 7 demanded',
      'not_applicable files holds no blobs',
      'pass kept keeps what is deleted for 7 days',
    ],
  ],
  [
    'key-vault-recovery',
    'vaults with both, one and none',
    {
      pageSize: 1,
      vaults: [
        createVault('both', { enableSoftDelete: true, enablePurgeProtection: true }),
        createVault('one', { enableSoftDelete: true }),
        createVault('none', {}),
      ],
    },
    [
      'fail none lacks soft delete and purge protection',
      'fail one lacks purge protection',
      'pass both has soft delete and purge protection',
    ],
  ],
  [
    'key-vault-network',
    'vaults with firewalls of every kind',
    {
      vaults: [
        createVault('denies', { networkAcls: { defaultAction: 'Deny' } }),
        createVault('private', { publicNetworkAccess: 'disabled' }),
        createVault('open', { publicNetworkAccess: 'Enabled' }),
        createVault('unset', {}),
        createVault('world', denying('0.0.0.0/0')),
      ],
    },
    [
      'fail open is open to all networks',
      'fail unset is open to all networks',
      'fail world is open to all networks',
      'pass denies is open to named networks only',
      'pass private is open to named networks only',
    ],
  ],
  [
    'defender-plans',
    'plans that are on, off and not listed',
    {
      pricings: [
        createPlan('VirtualMachines', 'Standard'),
        createPlan('SqlServers', 'Free'),
        createPlan('StorageAccounts', 'Standard'),
        createPlan('Containers', 'Standard'),
        createPlan('KeyVaults', 'Standard'),
        createPlan('Dns', 'Free'),
        createPlan('KeyVaults', 'Free'),
      ],
    },
    [
      'fail The plan for Azure SQL databases is off',
      'fail The plan for Key Vault is off',
      'manual Azure does not list the plan for Resource Manager',
      'pass The plan for Containers is on',
      'pass The plan for Servers is on',
      'pass The plan for Storage is on',
    ],
  ],
  [
    'activity-log-exported',
    'settings that have it all together',
    {
      settings: [
        createSetting('a', ['Administrative', 'Policy']),
        createSetting('b', ['Security', 'Alert'], { storageAccountId: '/archive' }),
      ],
    },
    ['pass The activity log is exported'],
  ],
  [
    'activity-log-exported',
    'a setting without destination, and one with a category that is off',
    {
      settings: [
        createSetting('a', ['Administrative', 'Policy', 'Security', 'Alert'], {}),
        createSetting('b', [], {
          workspaceId: '/workspace',
          logs: [
            { category: 'Administrative', enabled: true },
            { category: 'Security', enabled: false },
          ],
        }),
      ],
    },
    ['fail The activity log is not exported: Alert, Policy, Security'],
  ],
  [
    'activity-log-exported',
    'a setting by a group of categories',
    { settings: [createSetting('a', [null])] },
    ['manual The activity log is exported by a group of categories'],
  ],
  [
    'activity-log-exported',
    'no setting',
    {},
    ['fail The activity log is not exported: Administrative, Alert, Policy, Security'],
  ],
  [
    'subscription-owners',
    'two people, one of them twice, and a reader',
    {
      pageSize: 2,
      assignments: [
        createAssignment('ada', 'User'),
        createAssignment('bob', 'User'),
        createAssignment('ada', 'User'),
        createAssignment('cyd', 'User', reader),
      ],
    },
    ['pass Owners: 2'],
  ],
  [
    'subscription-owners',
    'one person who is listed in two cases',
    { assignments: [createAssignment('ada', 'User'), createAssignment('ADA', 'User')] },
    ['fail Owners: 1; 2 to 3 are allowed'],
  ],
  [
    'subscription-owners',
    'people who may become owners, and one who is one now',
    {
      pageSize: 1,
      assignments: [createAssignment('ada', 'User')],
      eligible: [
        createAssignment('ada', 'User'),
        createAssignment('bob', 'User'),
        createAssignment('cyd', 'User', reader),
      ],
    },
    ['pass Owners: 2'],
  ],
  [
    'subscription-owners',
    'many who may become owners',
    {
      assignments: [createAssignment('ada', 'User'), createAssignment('bob', 'User')],
      eligible: ['cyd', 'dan'].map((id) => createAssignment(id, 'User')),
    },
    ['fail Owners: 4; 2 to 3 are allowed'],
  ],
  [
    'subscription-owners',
    'an owner of a resource group',
    { assignments: [createAssignment('ada', 'User'), below(createAssignment('bob', 'User'))] },
    ['fail Owners: 1; 2 to 3 are allowed'],
  ],
  [
    'subscription-owners',
    'four people on two pages',
    {
      pageSize: 2,
      assignments: ['ada', 'bob', 'cyd', 'dan'].map((id) => createAssignment(id, 'User')),
    },
    ['fail Owners: 4; 2 to 3 are allowed'],
  ],
  [
    'subscription-owners',
    'a group',
    { assignments: [createAssignment('admins', 'Group')] },
    ['manual Owners: 1, of which groups: 1'],
  ],
  [
    'subscription-owners',
    'one person',
    { assignments: [createAssignment('ada', 'User')] },
    ['fail Owners: 1; 2 to 3 are allowed'],
  ],
  [
    'custom-roles-narrow',
    'roles of every width',
    {
      pageSize: 2,
      roles: [
        createRole('Narrow', ['Microsoft.Storage/*/read']),
        createRole('Everything', ['*']),
        createRole('Granter', ['Microsoft.Authorization/roleAssignments/write']),
        createRole('Contributor-like', ['*'], ['Microsoft.Authorization/*/Write']),
        createRole(
          'Precise',
          ['*'],
          ['Microsoft.Authorization/roleAssignments/write', 'Microsoft.Authorization/roleDefinitions/write'],
        ),
        createRole('Half precise', ['*/write'], ['Microsoft.Authorization/roleAssignments/*']),
        createRole('Role writer', ['Microsoft.Authorization/roleDefinitions/*']),
        createRole('Wildcard', ['Microsoft.Auth*/role*/w*']),
        createRole('Reader', ['Microsoft.Authorization/*/read', '*/read']),
        createRole('Owner', ['*'], [], 'BuiltInRole'),
      ],
    },
    [
      'fail Everything allows *',
      'fail Granter allows Microsoft.Authorization/roleAssignments/write',
      'fail Half precise allows */write',
      'fail Role writer allows Microsoft.Authorization/roleDefinitions/*',
      'fail Wildcard allows Microsoft.Auth*/role*/w*',
      'pass Contributor-like cannot assign roles',
      'pass Narrow cannot assign roles',
      'pass Precise cannot assign roles',
      'pass Reader cannot assign roles',
    ],
  ],
  [
    'security-contact',
    'one who is told',
    { contacts: [createContact('On')] },
    ['pass Contacts who are sent alerts: 1'],
  ],
  [
    'security-contact',
    'some who are not, on two pages',
    { pageSize: 1, contacts: [createContact('Off'), createContact('On', null), createContact(undefined)] },
    ['fail No security contact is sent alerts'],
  ],
  ['security-contact', 'nobody', {}, ['fail There is no security contact']],
  [
    'alerts-in-time',
    'alerts of every state and age',
    {
      pageSize: 2,
      alerts: [
        createAlert('new', {}),
        createAlert('old', { timeGeneratedUtc: '2026-06-01T12:00:00Z' }),
        createAlert('begun', { status: 'InProgress', timeGeneratedUtc: '2026-06-20T12:00:00Z' }),
        createAlert('mild', { severity: 'Low', timeGeneratedUtc: '2026-06-01T12:00:00Z' }),
        createAlert('done', { status: 'Resolved', timeGeneratedUtc: '2026-06-01T12:00:00Z' }),
      ],
    },
    [
      'fail begun has been active for 10 days, 7 allowed',
      'fail old has been active for 29 days, 7 allowed',
      'pass new is 2 days old',
    ],
  ],
])('%s: %s', (check, _about, state, expected) => {
  test('gives its verdicts, after a pause where Azure asks for one', async () => {
    await using api = await startAzureApi(state)
    api.fail('*', faults.status(429, { retryAfter: 30, json: createRefusal('TooManyRequests', 'Too many requests.') }))

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })
})

describe.each(azure.checks.map(({ id, scopes }) => [id, scopes] as const))('%s', (check, scopes) => {
  test('names the permission that the app lacks', async () => {
    await using api = await startAzureApi({})
    api.fail(
      '*',
      faults.status(403, { json: createRefusal('AuthorizationFailed', 'The client does not have authorization') }),
      {
        times: 9,
      },
    )

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'permission', missingScopes: scopes })
  })

  test('cannot tell while Azure fails', async () => {
    await using api = await startAzureApi({})
    api.fail('*', faults.status(503), { times: 99 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'upstream' })
  })
})

test('storage-soft-delete cannot tell where an account may not be asked', async () => {
  await using api = await startAzureApi({ accounts: [createAccount('a')] })
  api.fail(
    'GET /subscriptions/:s/resourceGroups/:g/providers/Microsoft.Storage/storageAccounts/:a/blobServices/default',
    faults.status(403, { json: createRefusal('AuthorizationFailed', 'The client does not have authorization') }),
  )

  expect(await runCheckOn(api, 'storage-soft-delete')).toMatchObject({ status: 'error', error: { kind: 'permission' } })
})

describe('what cannot be told', () => {
  const keys = (key1: string | null) => ({
    accounts: [createAccount('a', { keyCreationTime: { key1, key2: '2026-06-02T12:00:00Z' } })],
  })
  const owners = (principalType?: string) => ({
    assignments: ['ada', 'bob'].map((id) => ({
      properties: { ...createAssignment(id, 'User').properties, principalType },
    })),
  })
  test.each<[check: string, about: string, state: AzureState]>([
    ['storage-transport', 'an unknown version', { accounts: [createAccount('a', { minimumTlsVersion: 'TLS9' })] }],
    ['storage-public-blobs', 'an unknown kind', { accounts: [createAccount('a', {}, { kind: 'StorageV9' })] }],
    [
      'storage-network',
      'an unknown action',
      { accounts: [createAccount('a', { networkAcls: { defaultAction: 'Maybe' } })] },
    ],
    ['storage-network', 'no action', { accounts: [createAccount('a', { networkAcls: {} })] }],
    [
      'storage-network',
      'an unknown word of access',
      { accounts: [createAccount('a', { publicNetworkAccess: 'Partly' })] },
    ],
    ['storage-network', 'a range that is none', { accounts: [createAccount('a', denying('everybody'))] }],
    ['storage-keys', 'a time that cannot be read', keys('lately')],
    ['storage-keys', 'a time to come', keys('2036-06-01T12:00:00Z')],
    ['storage-keys', 'a time of the year 1', keys('0001-01-01T00:00:00Z')],
    [
      'storage-soft-delete',
      'a policy that is on for no days',
      { accounts: [createAccount('a')], blobServices: { a: { deleteRetentionPolicy: { enabled: true } } } },
    ],
    [
      'key-vault-network',
      'an unknown action',
      { vaults: [createVault('a', { networkAcls: { defaultAction: 'Maybe' } })] },
    ],
    ['defender-plans', 'an unknown tier', { pricings: [createPlan('VirtualMachines', 'Deluxe')] }],
    ['security-contact', 'an unknown word', { contacts: [createContact('Sometimes')] }],
    ['alerts-in-time', 'an unknown severity', { alerts: [createAlert('a', { severity: 'Fatal' })] }],
    ['alerts-in-time', 'an unknown state', { alerts: [createAlert('a', { status: 'Parked' })] }],
    ['alerts-in-time', 'a time to come', { alerts: [createAlert('a', { timeGeneratedUtc: '2036-06-01T12:00:00Z' })] }],
    ['subscription-owners', 'no type of principal', owners()],
    ['subscription-owners', 'an unknown type of principal', owners('Alien')],
    [
      'custom-roles-narrow',
      'no actions',
      { roles: [{ id: 'r', properties: { roleName: 'r', type: 'CustomRole', permissions: [{ notActions: [] }] } }] },
    ],
    [
      'custom-roles-narrow',
      'no permissions',
      { roles: [{ id: 'r', properties: { roleName: 'r', type: 'CustomRole', permissions: [] } }] },
    ],
    ['custom-roles-narrow', 'an unknown type', { roles: [createRole('r', ['*'], [], 'MagicRole')] }],
  ])('%s: %s is schema drift', async (check, _about, state) => {
    await using api = await startAzureApi(state)

    expect((await runCheckOn(api, check)).error?.kind).toBe('schema_drift')
  })

  // Azure refuses a request that it does not understand by a plain 400, and that is a mistake of the check.
  test.each([
    [400, 'check_bug', createRefusal('InvalidFilter', 'The filter is not supported.')],
    [402, 'plan', createRefusal('AadPremiumLicenseRequired', 'The tenant needs to have Microsoft Entra ID P2.')],
    [404, 'not_found', 'Not found'],
  ])(
    'subscription-owners takes no other %i for a tenant without eligible owners, but for %s',
    async (status, kind, json) => {
      await using api = await startAzureApi({ assignments: ['ada', 'bob'].map((id) => createAssignment(id, 'User')) })
      const route = 'GET /subscriptions/:s/providers/Microsoft.Authorization/roleEligibilityScheduleInstances'
      api.fail(route, faults.status(status, { json }), { times: 9 })

      expect((await runCheckOn(api, 'subscription-owners')).error?.kind).toBe(kind)
    },
  )
})

describe('classify()', () => {
  test.each([
    [404, 'SubscriptionNotFound', 'config'],
    [401, 'InvalidAuthenticationTokenTenant', 'config'],
    [401, 'ExpiredAuthenticationToken', 'auth'],
    [404, 'Subscription Not Registered', 'config'],
  ])('takes %i %s for %s', async (status, code, kind) => {
    await using api = await startAzureApi({})
    api.fail('*', faults.status(status, { json: createRefusal(code, 'No.') }), { times: 9 })

    expect((await runCheckOn(api, 'defender-plans')).error).toMatchObject({ kind })
  })
})

describe('an empty subscription', () => {
  test.each([
    ['storage-transport', 'not_applicable'],
    ['storage-public-blobs', 'not_applicable'],
    ['storage-network', 'not_applicable'],
    ['storage-keys', 'not_applicable'],
    ['storage-soft-delete', 'not_applicable'],
    ['key-vault-recovery', 'not_applicable'],
    ['key-vault-network', 'not_applicable'],
    ['custom-roles-narrow', 'not_applicable'],
    ['alerts-in-time', 'not_applicable'],
    ['defender-plans', 'manual'],
    ['subscription-owners', 'fail'],
  ])('%s ends as %s', async (check, status) => {
    await using api = await startAzureApi({})

    expect((await runCheckOn(api, check)).status).toBe(status)
  })
})

describe('variables', () => {
  const oldKey = { keyCreationTime: { key1: '2026-01-01T12:00:00Z', key2: '2026-01-01T12:00:00Z' } }
  test.each<[check: string, state: AzureState, variables: object]>([
    ['storage-keys', { accounts: [createAccount('a', oldKey)] }, { max_key_days: 365 }],
    ['defender-plans', { pricings: [createPlan('Arm', 'Standard')] }, { defender_plans: ['Arm'] }],
    ['activity-log-exported', { settings: [createSetting('a', ['Security'])] }, { log_categories: ['Security'] }],
    ['subscription-owners', { assignments: [createAssignment('ada', 'User')] }, { min_owners: 1 }],
    [
      'alerts-in-time',
      { alerts: [createAlert('a', { timeGeneratedUtc: '2026-06-01T12:00:00Z' })] },
      { max_alert_days: 30 },
    ],
  ])('%s passes by looser ones', async (check, state, variables) => {
    await using api = await startAzureApi(state)

    expect((await runCheckOn(api, check, { ...variables })).status).toBe('pass')
  })
})
