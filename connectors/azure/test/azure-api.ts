import { type FakeVendor, fakeVendor, type Handler, paginated } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { azure } from '../index.ts'

export const subscriptionId = '99999999-2222-3333-4444-555555555555'

export const credentials = {
  access_token: 'eyJ0eXAiOi-sample-azure-token',
  tenant_id: '11111111-2222-3333-4444-555555555555',
  subscription_id: subscriptionId,
}

/** The content of the subscription. Left out: empty. */
export interface AzureState {
  readonly accounts?: readonly (object & { readonly name: string })[]
  /** Blob services by name of the account. */
  readonly blobServices?: Readonly<Record<string, object>>
  readonly vaults?: readonly object[]
  /** Secrets by name of the vault. */
  readonly secrets?: Readonly<Record<string, readonly object[]>>
  readonly pricings?: readonly object[]
  readonly contacts?: readonly object[]
  readonly alerts?: readonly object[]
  readonly settings?: readonly object[]
  readonly assignments?: readonly object[]
  /** People who may activate a role; left out, the tenant has no Privileged Identity Management. */
  readonly eligible?: readonly object[]
  readonly roles?: readonly object[]
  /** Containers by name of the storage account. */
  readonly containers?: Readonly<Record<string, readonly object[]>>
  /** Properties of keys by their names; each vault has all of them. */
  readonly keys?: Readonly<Record<string, object>>
  /** Diagnostic settings by name of the storage account or vault. */
  readonly settingsOf?: Readonly<Record<string, readonly object[]>>
  readonly activityAlerts?: readonly object[]
  readonly actionGroups?: readonly object[]
  readonly scores?: readonly object[]
  readonly pageSize?: number
}

/** Resource Manager for one subscription, on loopback. */
export function startAzureApi(state: AzureState): Promise<FakeVendor> {
  const { pageSize = 100, blobServices = {}, secrets = {}, containers = {}, keys = {}, settingsOf = {} } = state
  const list = (items: readonly object[] = []) =>
    paginated(items, { style: 'url', pageSize, items: 'value', url: 'nextLink', page: '$skiptoken' })
  const settings = ({ params }: Request) => ({ json: { value: settingsOf[params.name ?? ''] ?? [] } })
  const subscription = `GET /subscriptions/${subscriptionId}` as const
  return fakeVendor({
    auth: { type: 'bearer', token: credentials.access_token },
    routes: {
      [`${subscription}/providers/Microsoft.Storage/storageAccounts`]: list(state.accounts),
      [`${subscription}/resourceGroups/data/providers/Microsoft.Storage/storageAccounts/:name/blobServices/default`]: ({
        params,
      }: {
        params: Readonly<Record<string, string>>
      }) => ({ json: { name: 'default', properties: blobServices[params.name ?? ''] ?? {} } }),
      [`${subscription}/providers/Microsoft.KeyVault/vaults`]: list(state.vaults),
      [`${subscription}/resourceGroups/data/providers/Microsoft.KeyVault/vaults/:name/secrets`]: (request: Request) =>
        list(secrets[request.params.name ?? ''])(request),
      [`${subscription}/resourceGroups/data/providers/Microsoft.Storage/storageAccounts/:name/blobServices/default/containers`]:
        (request: Request) => list(containers[request.params.name ?? ''])(request),
      [`${subscription}/resourceGroups/data/providers/Microsoft.Storage/storageAccounts/:name/blobServices/default/providers/Microsoft.Insights/diagnosticSettings`]:
        settings,
      [`${subscription}/resourceGroups/data/providers/Microsoft.KeyVault/vaults/:name/providers/Microsoft.Insights/diagnosticSettings`]:
        settings,
      [`${subscription}/resourceGroups/data/providers/Microsoft.KeyVault/vaults/:name/keys`]: list(
        Object.entries(keys).map(([name, properties]) => ({ id: `/keys/${name}`, name, properties })),
      ),
      [`${subscription}/resourceGroups/data/providers/Microsoft.KeyVault/vaults/:vault/keys/:name`]: ({
        params,
      }: Request) => ({ json: { name: params.name, properties: keys[params.name ?? ''] } }),
      [`${subscription}/providers/microsoft.insights/activityLogAlerts`]: list(state.activityAlerts),
      [`${subscription}/providers/Microsoft.Insights/actionGroups`]: list(state.actionGroups),
      [`${subscription}/providers/Microsoft.Security/secureScores`]: list(state.scores),
      [`${subscription}/providers/Microsoft.Security/pricings`]: { json: { value: state.pricings ?? [] } },
      [`${subscription}/providers/Microsoft.Security/securityContacts`]: list(state.contacts),
      [`${subscription}/providers/Microsoft.Security/alerts`]: list(state.alerts),
      [`${subscription}/providers/Microsoft.Insights/diagnosticSettings`]: { json: { value: state.settings ?? [] } },
      [`${subscription}/providers/Microsoft.Authorization/roleAssignments`]: list(state.assignments),
      [`${subscription}/providers/Microsoft.Authorization/roleEligibilityScheduleInstances`]: state.eligible
        ? list(state.eligible)
        : {
            status: 400,
            json: createRefusal('AadPremiumLicenseRequired', 'The tenant needs to have Microsoft Entra ID P2.'),
          },
      [`${subscription}/providers/Microsoft.Authorization/roleDefinitions`]: list(state.roles),
    },
  })
}

type Request = Parameters<Handler>[0]

/** An error as Azure words it. */
export function createRefusal(code: string, message: string) {
  return { error: { code, message } }
}

/** Runs one check of the connector against a server in Azure's place. */
export const runCheckOn = checkRunner(azure, { credentials, now: '2026-06-30T12:00:00.000Z' })
