import transcribed from '../../../test/connectors/data/transcribed/azure.json' with { type: 'json' }
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { subscriptionId } from './azure-api.ts'

interface Description {
  readonly paths: Readonly<Record<string, unknown>>
}

/** Azure's description, with the details that a server on loopback needs; undefined without the data for tests. */
export function loadAzureDescription(): object | undefined {
  const description = loadProviderDescription('azure') as Description | undefined
  if (description === undefined) return undefined
  // A scope is a path of several segments: azure-rest-api-specs marks it by x-ms-skip-url-encoding, which the conversion
  // of the description has lost.
  const paths = Object.fromEntries(
    Object.entries({ ...description.paths, ...transcribed.paths }).map(([path, item]) => [
      path.replace(/^\/\{(resourceUri|scope)\}\//, '/{+$1}/'),
      Object.hasOwn(samples, path) ? addExample(item as ListOperation, samples[path] ?? []) : item,
    ]),
  )
  return { ...description, paths }
}

interface ListOperation {
  readonly get: {
    readonly responses: {
      readonly 200: { readonly content: { readonly 'application/json': object } }
    }
  }
}

/** Ids stay unchanged, because their parts are requested again, and name each other. */
function addExample({ get }: ListOperation, value: readonly object[]) {
  const ok = get.responses[200]
  const content = { 'application/json': { ...ok.content['application/json'], example: { value } } }
  return { get: { ...get, responses: { ...get.responses, 200: { ...ok, content } } } }
}

const own = `/subscriptions/${subscriptionId}`
const role = `${own}/providers/Microsoft.Authorization/roleDefinitions/8e3af657-a8ff-443c-a75c-2fe8c4bcb635`

/** What some lists hold, by path. */
const samples: Readonly<Record<string, readonly object[]>> = {
  '/subscriptions/{subscriptionId}/providers/Microsoft.Storage/storageAccounts': ['one', 'two', 'three'].map(
    (name) => ({
      id: `${own}/resourceGroups/data/providers/Microsoft.Storage/storageAccounts/${name}`,
      name,
      kind: 'StorageV2',
      sku: { name: 'Standard_ZRS', tier: 'Standard' },
      location: 'westeurope',
      properties: {
        encryption: { keySource: 'Microsoft.Keyvault', requireInfrastructureEncryption: true },
        allowCrossTenantReplication: false,
        defaultToOAuthAuthentication: true,
        sasPolicy: { sasExpirationPeriod: '1.00:00:00', expirationAction: 'Log' },
        supportsHttpsTrafficOnly: true,
        minimumTlsVersion: 'TLS1_2',
        // One of them lets its containers be public, so that they are listed.
        allowBlobPublicAccess: name === 'three',
        keyCreationTime: { key1: '2026-01-02T12:00:00Z', key2: '2026-01-03T12:00:00Z' },
        networkAcls: { defaultAction: 'Deny' },
      },
    }),
  ),
  // One, because each would answer with the same secrets.
  '/subscriptions/{subscriptionId}/providers/Microsoft.KeyVault/vaults': [
    {
      id: `${own}/resourceGroups/data/providers/Microsoft.KeyVault/vaults/one`,
      name: 'one',
      location: 'westeurope',
      properties: {
        enableRbacAuthorization: true,
        enableSoftDelete: true,
        enablePurgeProtection: true,
        networkAcls: { defaultAction: 'Deny' },
      },
    },
  ],
  '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.KeyVault/vaults/{vaultName}/secrets':
    ['a', 'b'].map((name) => ({
      id: `${own}/resourceGroups/data/providers/Microsoft.KeyVault/vaults/one/secrets/${name}`,
      name,
      properties: { attributes: { enabled: true, created: 1_767_355_200, exp: 1_798_891_200 } },
    })),
  '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.KeyVault/vaults/{vaultName}/keys':
    ['a', 'b'].map((name) => ({
      id: `${own}/resourceGroups/data/providers/Microsoft.KeyVault/vaults/one/keys/${name}`,
      name,
      properties: { attributes: { enabled: true } },
    })),
  '/subscriptions/{subscriptionId}/providers/microsoft.insights/activityLogAlerts': [
    {
      id: `${own}/resourceGroups/data/providers/microsoft.insights/activityLogAlerts/health`,
      name: 'health',
      properties: {
        enabled: true,
        scopes: [own],
        condition: { allOf: [{ field: 'category', equals: 'ServiceHealth' }] },
        actions: { actionGroups: [{ actionGroupId: 'operators' }] },
      },
    },
  ],
  '/subscriptions/{subscriptionId}/providers/Microsoft.Authorization/roleAssignments': ['ada', 'bob'].map((id) => ({
    id: `${own}/providers/Microsoft.Authorization/roleAssignments/${id}`,
    name: id,
    properties: { scope: own, roleDefinitionId: role, principalId: id, principalType: 'User' },
  })),
  '/{scope}/providers/Microsoft.Authorization/roleDefinitions': [
    {
      id: role,
      properties: { roleName: 'Owner', type: 'BuiltInRole', permissions: [{ actions: ['*'], notActions: [] }] },
    },
  ],
}
