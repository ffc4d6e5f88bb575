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

/** A key that is renewed as its policy says. */
const createKey = (enabled: boolean, ...actions: readonly string[]) => ({
  attributes: { enabled },
  rotationPolicy: actions.length > 0 ? createRotation({ timeAfterCreate: 'P90D' }, ...actions) : undefined,
})

const createRotation = (trigger: object | undefined, ...actions: readonly string[]) => ({
  lifetimeActions: actions.map((type) => ({ action: { type }, trigger })),
})

const createContainer = (name: string, publicAccess?: string) => ({
  id: `/containers/${name}`,
  name,
  properties: { publicAccess },
})

/** An alert about the activity log of the whole subscription. */
const createActivityAlert = (name: string, conditions: Readonly<Record<string, string>>, differs: object = {}) => ({
  id: `/alerts/${name}`,
  name,
  properties: {
    enabled: true,
    scopes: [`/subscriptions/${subscriptionId.toUpperCase()}/`],
    condition: { allOf: Object.entries(conditions).map(([field, equals]) => ({ field, equals })) },
    actions: { actionGroups: [{ actionGroupId: '/operators' }] },
    ...differs,
  },
})

const createGroup = (name: string, properties: object) => ({
  id: `/groups/${name}`,
  name,
  properties: { enabled: true, ...properties },
})

const createScore = (percentage?: number) => ({
  id: '/scores/ascScore',
  name: 'ascScore',
  properties: { score: { percentage } },
})

const accessRole = '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9'

const createPlan = (name: string, pricingTier: string) => ({ name, properties: { pricingTier } })

const createContact = (properties: object = {}) => ({
  id: '/contacts/default',
  properties: {
    isEnabled: true,
    emails: 'soc@acme.example',
    notificationsSources: [{ sourceType: 'Alert', minimalSeverity: 'High' }],
    ...properties,
  },
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

function createGroupSetting(categoryGroup: string, enabled: boolean, differs: object = { workspaceId: '/workspace' }) {
  return {
    name: `${categoryGroup} ${enabled}`,
    properties: { logs: [{ category: null, categoryGroup, enabled }], ...differs },
  }
}

const accessControlRole = 'f58310d9-a9f6-439a-9e8d-f62e7b41a168'

function limited({ properties }: ReturnType<typeof createAssignment>) {
  return {
    properties: { ...properties, condition: '@Request[Microsoft.Authorization/roleAssignments:RoleDefinitionId]' },
  }
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
      'fail tls is set to take TLS 1.1',
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
    'a setting whose destination is not shown, and one with a category that is off',
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
    ['manual The activity log is sent to a place that Azure does not show'],
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
    'one who is told, beside one that cannot be read',
    { contacts: [createContact(), { properties: {} }] },
    ['pass A security contact is sent alerts'],
  ],
  [
    'security-contact',
    'some who are not, on three pages',
    {
      pageSize: 1,
      contacts: [
        createContact({ isEnabled: false }),
        createContact({ emails: null }),
        createContact({ notificationsSources: [{ sourceType: 'AttackPath', minimalRiskLevel: 'High' }] }),
      ],
    },
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
  [
    'storage-customer-keys',
    'keys of both owners',
    {
      pageSize: 1,
      accounts: [
        createAccount('own', { encryption: { keySource: 'Microsoft.Keyvault' } }),
        createAccount('theirs', { encryption: { keySource: 'Microsoft.Storage' } }),
      ],
    },
    ["fail theirs is encrypted with a key of Microsoft's", 'pass own is encrypted with a key of yours'],
  ],
  [
    'storage-double-encryption',
    'accounts with one and two layers',
    {
      accounts: [
        createAccount('twice', {
          encryption: { keySource: 'Microsoft.Storage', requireInfrastructureEncryption: true },
        }),
        createAccount('once', {
          encryption: { keySource: 'Microsoft.Storage', requireInfrastructureEncryption: false },
        }),
        createAccount('unset', { encryption: { keySource: 'Microsoft.Storage' } }),
      ],
    },
    ['fail once is encrypted once', 'fail unset is encrypted once', 'pass twice is encrypted twice'],
  ],
  [
    'storage-cross-tenant-replication',
    'accounts that may, may not, and do not say',
    {
      accounts: [
        createAccount('open', { allowCrossTenantReplication: true }),
        createAccount('closed', { allowCrossTenantReplication: false }),
        createAccount('old'),
        { ...createAccount('files'), kind: 'FileStorage' },
      ],
    },
    [
      'fail open may copy blobs to another tenant',
      'manual Azure does not say whether old may copy blobs to another tenant',
      'not_applicable files holds no blobs',
      'pass closed may copy no blobs to another tenant',
    ],
  ],
  [
    'storage-redundancy',
    'copies in every place',
    {
      accounts: ['Standard_LRS', 'Premium_ZRS', 'Standard_RAGRS', 'StandardV2_GZRS', 'PremiumV2_LRS'].map((name) =>
        createAccount(name, {}, { sku: { name } }),
      ),
    },
    [
      'fail PremiumV2_LRS has its copies in one data centre only',
      'fail Standard_LRS has its copies in one data centre only',
      'pass Premium_ZRS has its copies in several zones',
      'pass StandardV2_GZRS has its copies in two regions',
      'pass Standard_RAGRS has its copies in two regions',
    ],
  ],
  [
    'storage-signed-links',
    'links that are short, long, endless and off',
    {
      accounts: [
        createAccount('short', { sasPolicy: { sasExpirationPeriod: '7.00:00:00', expirationAction: 'Block' } }),
        // https://learn.microsoft.com/azure/storage/common/sas-expiration-policy: a longer link is logged, and works.
        createAccount('logged', { sasPolicy: { sasExpirationPeriod: '7.00:00:00', expirationAction: 'Log' } }),
        createAccount('hours', { sasPolicy: { sasExpirationPeriod: '08:00:00', expirationAction: 'Block' } }),
        createAccount('long', { sasPolicy: { sasExpirationPeriod: '7.00:00:01', expirationAction: 'Log' } }),
        createAccount('endless', { sasPolicy: null }),
        createAccount('off', { allowSharedKeyAccess: false }),
      ],
    },
    [
      'fail endless has no longest time for links',
      'fail logged only logs longer links',
      'fail long has links for 8 days, 7 allowed and only logs longer links',
      'not_applicable off takes no account key, and no link that is signed with one',
      'pass hours has links for 1 day at most',
      'pass short has links for 7 days at most',
    ],
  ],
  [
    'storage-entra-default',
    'accounts that are opened by people and by keys',
    {
      accounts: [
        createAccount('people', { defaultToOAuthAuthentication: true }),
        createAccount('keyless', { allowSharedKeyAccess: false }),
        createAccount('keys', { defaultToOAuthAuthentication: false }),
        createAccount('unset'),
      ],
    },
    [
      'fail keys is opened by its account key',
      'fail unset is opened by its account key',
      'pass keyless is opened by the signed-in account',
      'pass people is opened by the signed-in account',
    ],
  ],
  [
    'storage-versions',
    'accounts that keep versions, do not, and cannot',
    {
      accounts: [
        createAccount('kept'),
        createAccount('none'),
        createAccount('off'),
        createAccount('lake', { isHnsEnabled: true }),
        createAccount('files', {}, { kind: 'FileStorage' }),
      ],
      blobServices: { kept: { isVersioningEnabled: true }, off: { isVersioningEnabled: false } },
    },
    [
      'fail none keeps no versions of blobs',
      'fail off keeps no versions of blobs',
      'not_applicable files holds no blobs',
      'not_applicable lake has a hierarchical namespace, which has no versions',
      'pass kept keeps versions of blobs',
    ],
  ],
  [
    'storage-containers-private',
    'containers of every level, on several pages',
    {
      pageSize: 1,
      accounts: [
        createAccount('closed'),
        createAccount('open', { allowBlobPublicAccess: true }),
        createAccount('unset', { allowBlobPublicAccess: null }),
        createAccount('empty', { allowBlobPublicAccess: true }),
        createAccount('files', {}, { kind: 'FileStorage' }),
      ],
      containers: {
        closed: [createContainer('hidden', 'Blob')],
        open: [createContainer('a', 'None'), createContainer('b', 'Blob'), createContainer('c', 'Container')],
        unset: [createContainer('d', 'None')],
      },
    },
    [
      'fail Everybody who reaches open may read and list the blobs of c',
      'fail Everybody who reaches open may read the blobs of b',
      'not_applicable empty has no container',
      'not_applicable files holds no blobs',
      'pass a of open is private',
      'pass closed forbids public containers',
      'pass d of unset is private',
    ],
  ],
  [
    'storage-log',
    'logs that are sent, sent in part, by group and not',
    {
      accounts: [
        createAccount('all'),
        createAccount('part'),
        createAccount('group'),
        createAccount('everything'),
        createAccount('audit'),
        createAccount('lost'),
        createAccount('nowhere'),
        createAccount('files', {}, { kind: 'FileStorage' }),
      ],
      settingsOf: {
        all: [createSetting('a', ['StorageRead', 'StorageWrite']), createSetting('b', ['StorageDelete'])],
        part: [createSetting('a', ['StorageWrite', 'StorageDelete'])],
        group: [createSetting('a', [null])],
        // https://learn.microsoft.com/azure/azure-monitor/platform/diagnostic-settings#category-groups
        everything: [createGroupSetting('allLogs', true), createGroupSetting('audit', false)],
        audit: [createGroupSetting('audit', true), createGroupSetting('allLogs', false)],
        lost: [createGroupSetting('allLogs', true, {})],
        nowhere: [createSetting('a', ['StorageRead', 'StorageWrite', 'StorageDelete'], {})],
      },
    },
    [
      'fail The log of part is not exported: StorageRead',
      'manual The log of audit is exported by a group of categories',
      'manual The log of group is exported by a group of categories',
      'manual The log of lost is sent to a place that Azure does not show',
      'manual The log of nowhere is sent to a place that Azure does not show',
      'not_applicable files holds no blobs',
      'pass The log of all is exported',
      'pass The log of everything is exported',
    ],
  ],
  [
    'key-vault-log',
    'vaults with a log and without',
    {
      vaults: [createVault('logged', {}), createVault('silent', {})],
      settingsOf: { logged: [createSetting('a', ['AuditEvent'])] },
    },
    ['fail The audit log of silent is not exported: AuditEvent', 'pass The audit log of logged is exported'],
  ],
  [
    'key-vault-roles',
    'vaults of both kinds',
    {
      pageSize: 1,
      vaults: [
        createVault('roles', { enableRbacAuthorization: true }),
        createVault('policies', { enableRbacAuthorization: false }),
        createVault('unset', {}),
      ],
    },
    [
      'fail policies is opened by access policies of its own',
      'fail unset is opened by access policies of its own',
      'pass roles is opened by roles',
    ],
  ],
  [
    'key-vault-key-rotation',
    'keys with policies of every kind',
    {
      pageSize: 2,
      vaults: [createVault('v', {})],
      keys: {
        renewed: createKey(true, 'notify', 'rotate'),
        reminded: createKey(true, 'Notify'),
        bare: createKey(true),
        ended: { attributes: { enabled: true, exp: 1_700_000_000 } },
        off: createKey(false),
        // https://learn.microsoft.com/azure/key-vault/keys/how-to-configure-key-rotation: the time before expiry needs an expiry.
        endless: { ...createKey(true), rotationPolicy: createRotation({ timeBeforeExpiry: 'P30D' }, 'rotate') },
        ends: {
          attributes: { enabled: true, exp: 1_800_000_000 },
          rotationPolicy: createRotation({ timeBeforeExpiry: 'P30D' }, 'rotate'),
        },
      },
    },
    [
      'fail bare of v is not renewed by itself',
      'fail endless of v is renewed before it ends, and has no end',
      'fail reminded of v is not renewed by itself',
      'not_applicable ended of v has ended',
      'not_applicable off of v is off',
      'pass ends of v is renewed by itself',
      'pass renewed of v is renewed by itself',
    ],
  ],
  [
    'activity-alerts',
    'alerts that tell, are off, narrower, silent and of a group only',
    {
      pageSize: 2,
      activityAlerts: [
        createActivityAlert('tells', {
          category: 'Administrative',
          operationName: 'microsoft.network/networksecuritygroups/write',
        }),
        createActivityAlert(
          'off',
          { operationName: 'Microsoft.Network/networkSecurityGroups/delete' },
          { enabled: false },
        ),
        createActivityAlert('narrow', {
          operationName: 'Microsoft.Authorization/policyAssignments/write',
          caller: 'ada@acme.example',
        }),
        createActivityAlert(
          'silent',
          { operationName: 'Microsoft.Authorization/policyAssignments/delete' },
          { actions: {} },
        ),
        createActivityAlert(
          'below',
          { operationName: 'Microsoft.Sql/servers/firewallRules/write' },
          { scopes: [`/subscriptions/${subscriptionId}/resourceGroups/data`] },
        ),
        createActivityAlert('other', { category: 'Policy' }),
      ],
    },
    [
      'fail A firewall rule of a SQL server is changed: no alert tells somebody',
      'fail A firewall rule of a SQL server is deleted: no alert tells somebody',
      'fail A network security group is deleted: no alert tells somebody',
      'fail A policy is assigned: no alert tells somebody',
      'fail A policy is taken away: no alert tells somebody',
      'pass A network security group is changed: an alert tells somebody',
    ],
  ],
  [
    'service-health-alert',
    'an alert',
    { activityAlerts: [createActivityAlert('health', { category: 'ServiceHealth' })] },
    ['pass An alert tells somebody of the health of Azure'],
  ],
  [
    'service-health-alert',
    'an alert that names all kinds of events, as the portal writes it',
    {
      activityAlerts: [
        createActivityAlert(
          'health',
          {},
          {
            condition: {
              allOf: [
                { field: 'category', equals: 'ServiceHealth' },
                {
                  anyOf: ['Incident', 'Maintenance', 'Informational', 'ActionRequired', 'Security'].map((equals) => ({
                    field: 'properties.incidentType',
                    equals,
                  })),
                },
              ],
            },
          },
        ),
      ],
    },
    ['pass An alert tells somebody of the health of Azure'],
  ],
  [
    'service-health-alert',
    'an alert about incidents only',
    {
      activityAlerts: [
        createActivityAlert('health', { category: 'ServiceHealth', 'properties.incidentType': 'Incident' }),
      ],
    },
    ['fail No alert tells somebody of the health of Azure'],
  ],
  [
    'action-groups',
    'groups that reach somebody, nobody and are off',
    {
      pageSize: 2,
      actionGroups: [
        createGroup('mail', { emailReceivers: [{ name: 'soc', status: 'Enabled' }] }),
        createGroup('hook', { webhookReceivers: [{ name: 'pager' }], emailReceivers: [] }),
        createGroup('muted', { smsReceivers: [{ name: 'ada', status: 'Disabled' }] }),
        createGroup('empty', {}),
        createGroup('off', { enabled: false, emailReceivers: [{ name: 'soc', status: 'Enabled' }] }),
      ],
    },
    [
      'fail empty reaches nobody',
      'fail muted reaches nobody',
      'fail off is off',
      'pass hook reaches receivers: 1',
      'pass mail reaches receivers: 1',
    ],
  ],
  [
    'security-contact-owners',
    'owners who are told',
    { contacts: [createContact({ notificationsByRole: { state: 'On', roles: ['Contributor', 'Owner'] } })] },
    ['pass Owners are sent alerts'],
  ],
  [
    'security-contact-owners',
    'owners who are not',
    {
      contacts: [
        createContact({ notificationsByRole: { state: 'Off', roles: ['Owner'] } }),
        createContact({ notificationsByRole: { state: 'On', roles: ['Contributor'] } }),
      ],
    },
    ['fail Owners are not sent alerts'],
  ],
  ['security-contact-owners', 'no contact', {}, ['fail There is no security contact']],
  ['secure-score', 'a high one', { scores: [createScore(0.7)] }, ['pass The secure score is 70 percent']],
  // 0.57 * 100 is 56.99999999999999 in binary.
  [
    'secure-score',
    'one that no binary number holds',
    { scores: [createScore(0.57)] },
    ['fail The secure score is 57 percent, 70 demanded'],
  ],
  ['secure-score', 'a low one', { scores: [createScore(0.699)] }, ['fail The secure score is 69 percent, 70 demanded']],
  [
    'user-access-administrators',
    'one who is listed twice, and one of a resource group',
    {
      pageSize: 2,
      assignments: [
        createAssignment('ada', 'User', accessRole),
        createAssignment('ADA', 'User', accessRole),
        below(createAssignment('bob', 'User', accessRole)),
        createAssignment('cyd', 'User'),
      ],
    },
    ['pass User access administrators: 1'],
  ],
  [
    'user-access-administrators',
    'two groups',
    { assignments: ['ada', 'bob'].map((id) => createAssignment(id, 'Group', accessRole)) },
    ['manual User access administrators: 2, of which groups: 2'],
  ],
  [
    'user-access-administrators',
    'role based access control administrators, with a condition and without',
    {
      assignments: [
        createAssignment('ada', 'User', accessRole),
        createAssignment('bob', 'User', accessControlRole),
        limited(createAssignment('cyd', 'User', accessControlRole)),
        limited(createAssignment('dan', 'User', accessRole)),
      ],
    },
    ['fail User access administrators: 2; 1 allowed'],
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
    ['security-contact', 'nothing about being on', { contacts: [createContact({ isEnabled: undefined })] }],
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
    [
      'storage-customer-keys',
      'an unknown owner of the key',
      { accounts: [createAccount('a', { encryption: { keySource: 'Elsewhere' } })] },
    ],
    ['storage-customer-keys', 'no encryption', { accounts: [createAccount('a')] }],
    ['storage-redundancy', 'an unknown place', { accounts: [createAccount('a', {}, { sku: { name: 'Moon_LRS' } })] }],
    ['storage-redundancy', 'no place', { accounts: [createAccount('a')] }],
    [
      'storage-signed-links',
      'a period that cannot be read',
      { accounts: [createAccount('a', { sasPolicy: { sasExpirationPeriod: 'P7D', expirationAction: 'Log' } })] },
    ],
    [
      'storage-containers-private',
      'no level',
      {
        accounts: [createAccount('a', { allowBlobPublicAccess: true })],
        containers: { a: [createContainer('c')] },
      },
    ],
    [
      'key-vault-key-rotation',
      'a rotation without a time',
      {
        vaults: [createVault('v', {})],
        keys: { k: { ...createKey(true), rotationPolicy: createRotation(undefined, 'rotate') } },
      },
    ],
    [
      'key-vault-key-rotation',
      'an unknown action',
      { vaults: [createVault('v', {})], keys: { k: createKey(true, 'burn') } },
    ],
    ['action-groups', 'nothing about being on', { actionGroups: [createGroup('a', { enabled: null })] }],
    [
      'security-contact-owners',
      'an unknown word',
      { contacts: [createContact({ notificationsByRole: { state: 'Perhaps' } })] },
    ],
    ['security-contact-owners', 'nothing about owners', { contacts: [{ properties: {} }] }],
    ['secure-score', 'no percentage', { scores: [createScore()] }],
    ['secure-score', 'a percentage of another scale', { scores: [createScore(70)] }],
  ])('%s: %s is schema drift', async (check, _about, state) => {
    await using api = await startAzureApi(state)

    expect((await runCheckOn(api, check)).error?.kind).toBe('schema_drift')
  })

  // A condition may have containsAny or anyOf in place of equals and field:
  // https://learn.microsoft.com/rest/api/monitor/activity-log-alerts/get, https://github.com/pulumi/pulumi-azure-native/issues/234
  const operation = 'Microsoft.Network/networkSecurityGroups/write'
  const wanted = createActivityAlert('wanted', { category: 'Administrative', operationName: operation })
  const leaves = (...allOf: readonly unknown[]) => createActivityAlert('odd', {}, { condition: { allOf } })
  const category = { field: 'category', equals: 'Administrative' }
  test.each<[string, unknown, 'pass' | 'fail' | 'undecided']>([
    [
      'of another category',
      leaves({ field: 'category', equals: 'ServiceHealth' }, { field: 'x', equals: null }),
      'fail',
    ],
    ['with a further condition', leaves(category, { field: 'caller', equals: null, containsAny: ['a'] }), 'fail'],
    ['with a list', leaves(category, { field: 'operationName', equals: null, containsAny: [operation] }), 'pass'],
    ['with one of several', leaves(category, { anyOf: [{ field: 'operationName', equals: operation }] }), 'pass'],
    ['that may be the one', leaves(category, { field: 'operationName', matches: operation }), 'undecided'],
    ['of the whole category', leaves(category), 'pass'],
    ['without conditions', createActivityAlert('odd', {}, { condition: {} }), 'undecided'],
    ['that may be on', createActivityAlert('odd', {}, { enabled: 'perhaps' }), 'undecided'],
    ['that is null', null, 'undecided'],
  ])('activity-alerts: an alert %s hides no other, and decides only what it says', async (_about, odd, alone) => {
    const variables = { alert_operations: [operation] }
    await using both = await startAzureApi({ activityAlerts: [odd, wanted] as never })
    await using one = await startAzureApi({ activityAlerts: [odd] as never })

    expect((await runCheckOn(both, 'activity-alerts', variables)).status).toBe('pass')
    const outcome = await runCheckOn(one, 'activity-alerts', variables)
    expect(outcome.undecided ? 'undecided' : outcome.status).toBe(alone)
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
    ['storage-customer-keys', 'not_applicable'],
    ['storage-double-encryption', 'not_applicable'],
    ['storage-cross-tenant-replication', 'not_applicable'],
    ['storage-redundancy', 'not_applicable'],
    ['storage-signed-links', 'not_applicable'],
    ['storage-entra-default', 'not_applicable'],
    ['storage-versions', 'not_applicable'],
    ['storage-containers-private', 'not_applicable'],
    ['storage-log', 'not_applicable'],
    ['key-vault-log', 'not_applicable'],
    ['key-vault-roles', 'not_applicable'],
    ['key-vault-key-rotation', 'not_applicable'],
    ['action-groups', 'not_applicable'],
    ['activity-alerts', 'fail'],
    ['service-health-alert', 'fail'],
    ['secure-score', 'fail'],
    ['user-access-administrators', 'pass'],
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
    [
      'storage-redundancy',
      { accounts: [createAccount('a', {}, { sku: { name: 'Standard_GRS' } })] },
      { outlives: 'region' },
    ],
    [
      'storage-signed-links',
      {
        accounts: [
          createAccount('a', { sasPolicy: { sasExpirationPeriod: '30.00:00:00', expirationAction: 'Block' } }),
        ],
      },
      { max_link_days: 30 },
    ],
    ['secure-score', { scores: [createScore(0.5)] }, { min_score: 50 }],
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
