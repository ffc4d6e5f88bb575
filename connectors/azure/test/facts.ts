import type { Facts } from '../../../test/connectors/description.ts'
import {
  Alert,
  BlobService,
  DiagnosticSettings,
  KeyedAccount,
  ListedAssignment,
  NamedRole,
  NamedVault,
  Pricings,
  ReachedResource,
  RoleAssignment,
  RoleDefinition,
  SecurityContact,
  VaultSecret,
} from '../responses.ts'
import {
  ActionGroup,
  ActivityAlert,
  AgedAccount,
  Container,
  ContainingAccount,
  CopiedAccount,
  DeletableVault,
  EncryptedAccount,
  KindAccount,
  LinkingAccount,
  ListedKey,
  OpenedAccount,
  RenewedKey,
  ReplicatingAccount,
  RoleVault,
  SecureScore,
  TransportAccount,
  VersioningAccount,
  VersioningService,
} from '../settings.ts'

const subscription = '/subscriptions/{subscriptionId}'

/** The connector's requests to Azure Resource Manager. */
/** Alerts of later versions of the API come in this one, too. */
const younger =
  'Later versions of the API have it, and alerts that were made by them do in this one: https://learn.microsoft.com/javascript/api/@azure/arm-tenantactivitylogalerts/alertruleanyoforleafcondition'

export const facts: Facts = {
  source:
    'npm @azure/arm-storage 18.6.0, arm-keyvault 3.2.0, arm-security 5.0.0, arm-monitor 7.0.0, arm-authorization 9.0.0',
  marksNoneRequired: "Azure's description marks hardly any member of an answer as required",
  operations: {
    [`GET ${subscription}/providers/Microsoft.Storage/storageAccounts`]: [
      { reads: TransportAccount, at: 'value.[]' },
      { reads: ReachedResource, at: 'value.[]' },
      { reads: AgedAccount, at: 'value.[]' },
      { reads: KeyedAccount, at: 'value.[]' },
      { reads: EncryptedAccount, at: 'value.[]' },
      { reads: ReplicatingAccount, at: 'value.[]' },
      { reads: CopiedAccount, at: 'value.[]' },
      { reads: LinkingAccount, at: 'value.[]' },
      { reads: OpenedAccount, at: 'value.[]' },
      { reads: VersioningAccount, at: 'value.[]' },
      { reads: ContainingAccount, at: 'value.[]' },
      { reads: KindAccount, at: 'value.[]' },
    ],
    [`GET ${subscription}/resourceGroups/{resourceGroupName}/providers/Microsoft.Storage/storageAccounts/{accountName}/blobServices/{BlobServicesName}`]:
      [{ reads: BlobService }, { reads: VersioningService }],
    [`GET ${subscription}/resourceGroups/{resourceGroupName}/providers/Microsoft.Storage/storageAccounts/{accountName}/blobServices/default/containers`]:
      { reads: Container, at: 'value.[]' },
    [`GET ${subscription}/providers/Microsoft.KeyVault/vaults`]: [
      { reads: DeletableVault, at: 'value.[]' },
      { reads: ReachedResource, at: 'value.[]' },
      { reads: NamedVault, at: 'value.[]' },
      { reads: RoleVault, at: 'value.[]' },
    ],
    [`GET ${subscription}/resourceGroups/{resourceGroupName}/providers/Microsoft.KeyVault/vaults/{vaultName}/secrets`]:
      {
        reads: VaultSecret,
        at: 'value.[]',
      },
    [`GET ${subscription}/resourceGroups/{resourceGroupName}/providers/Microsoft.KeyVault/vaults/{vaultName}/keys`]: {
      reads: ListedKey,
      at: 'value.[]',
    },
    [`GET ${subscription}/resourceGroups/{resourceGroupName}/providers/Microsoft.KeyVault/vaults/{vaultName}/keys/{keyName}`]:
      { reads: RenewedKey },
    [`GET ${subscription}/providers/microsoft.insights/activityLogAlerts`]: {
      reads: ActivityAlert,
      at: 'value.[]',
      open: {
        'properties.condition.allOf[].containsAny is not declared': younger,
        'properties.condition.allOf[].anyOf is not declared': younger,
      },
    },
    [`GET ${subscription}/providers/Microsoft.Insights/actionGroups`]: { reads: ActionGroup, at: 'value.[]' },
    [`GET ${subscription}/providers/Microsoft.Security/secureScores`]: { reads: SecureScore, at: 'value.[]' },
    [`GET ${subscription}/providers/Microsoft.Security/pricings`]: { reads: Pricings },
    [`GET ${subscription}/providers/Microsoft.Security/securityContacts`]: { reads: SecurityContact, at: 'value.[]' },
    [`GET ${subscription}/providers/Microsoft.Security/alerts`]: { reads: Alert, at: 'value.[]' },
    'GET /{+resourceUri}/providers/Microsoft.Insights/diagnosticSettings': {
      reads: DiagnosticSettings,
      open: {
        'value[].properties.logs[].categoryGroup is not declared':
          'Groups are younger than this description. Without one, a log that has no category is for a person: https://learn.microsoft.com/azure/azure-monitor/platform/diagnostic-settings#category-groups',
      },
    },
    [`GET ${subscription}/providers/Microsoft.Authorization/roleAssignments`]: [
      { reads: RoleAssignment, at: 'value.[]' },
      { reads: ListedAssignment, at: 'value.[]' },
    ],
    'GET /{+scope}/providers/Microsoft.Authorization/roleEligibilityScheduleInstances': {
      reads: RoleAssignment,
      at: 'value.[]',
    },
    'GET /{+scope}/providers/Microsoft.Authorization/roleDefinitions': [
      { reads: RoleDefinition, at: 'value.[]' },
      { reads: NamedRole, at: 'value.[]' },
    ],
  },
}
