import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { subscriptionId } from './azure-api.ts'

const accountsPath = '/subscriptions/{subscriptionId}/providers/Microsoft.Storage/storageAccounts'
const vaultsPath = '/subscriptions/{subscriptionId}/providers/Microsoft.KeyVault/vaults'

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
    Object.entries(description.paths).map(([path, item]) => [
      path.replace(/^\/\{(resourceUri|scope)\}\//, '/{+$1}/'),
      path === accountsPath
        ? addExample(item as ListOperation, listSampleAccounts())
        : path === vaultsPath
          ? addExample(item as ListOperation, listSampleVaults())
          : item,
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

/** Ids stay unchanged, because their parts are requested again. */
function addExample({ get }: ListOperation, value: readonly object[]) {
  const ok = get.responses[200]
  const content = { 'application/json': { ...ok.content['application/json'], example: { value } } }
  return { get: { ...get, responses: { ...get.responses, 200: { ...ok, content } } } }
}

function listSampleAccounts(): readonly object[] {
  return ['one', 'two', 'three'].map((name) => ({
    id: `/subscriptions/${subscriptionId}/resourceGroups/data/providers/Microsoft.Storage/storageAccounts/${name}`,
    name,
    kind: 'StorageV2',
    location: 'westeurope',
    properties: {
      supportsHttpsTrafficOnly: true,
      minimumTlsVersion: 'TLS1_2',
      allowBlobPublicAccess: false,
      networkAcls: { defaultAction: 'Deny' },
    },
  }))
}

function listSampleVaults(): readonly object[] {
  return ['one', 'two', 'three'].map((name) => ({
    id: `/subscriptions/${subscriptionId}/resourceGroups/data/providers/Microsoft.KeyVault/vaults/${name}`,
    name,
    location: 'westeurope',
    properties: { enableSoftDelete: true, enablePurgeProtection: true, networkAcls: { defaultAction: 'Deny' } },
  }))
}
