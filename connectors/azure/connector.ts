import { defineConnector } from 'checkwright'
import { classify } from './classify.ts'

const guid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'

/** The connector without its checks, which are written against it. */
export const azure = defineConnector(
  {
    id: 'azure',
    name: 'Microsoft Azure',
    version: '1.0.0',
    description:
      'Storage accounts, key vaults, Defender for Cloud, the activity log and the owners of one Azure subscription.',
    category: 'cloud',
    docsUrl: 'https://learn.microsoft.com/rest/api/azure/',
    // All requests of the checks are about one subscription.
    baseUrl: 'https://management.azure.com/subscriptions/{subscription_id}',
    credentialFields: [
      {
        id: 'tenant_id',
        label: 'Tenant ID',
        type: 'text',
        required: true,
        placeholder: '00000000-0000-0000-0000-000000000000',
        helpText: 'Directory (tenant) ID on the overview page of Microsoft Entra ID.',
        pattern: guid,
      },
      {
        id: 'subscription_id',
        label: 'Subscription ID',
        type: 'text',
        required: true,
        placeholder: '00000000-0000-0000-0000-000000000000',
        helpText: 'On the overview page of the subscription. A connection is about one subscription.',
        pattern: guid,
      },
    ],
    auth: {
      type: 'oauth2',
      config: {
        grant: 'client_credentials',
        tokenUrl: 'https://login.microsoftonline.com/{tenant_id}/oauth2/v2.0/token',
        // The app's role on the subscription decides what it may read, not a scope.
        scopes: ['https://management.azure.com/.default'],
        createAppUrl: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/CreateApplicationBlade',
        setupInstructions: `
1. In the Microsoft Entra admin center: **App registrations → New registration**, *Accounts in this organizational directory
   only*, no redirect URI. It needs no API permission.
2. **Certificates & secrets → New client secret**: note when it expires. After that day, checks end in an error.
3. In the Azure portal as **Owner** or **User Access Administrator** of the subscription: **Subscriptions → the subscription →
   Access control (IAM) → Add role assignment**: the built-in role *Reader*, members: the app. Reader can read settings, but
   neither the content of storage nor the values of secrets. For fewer rights, create a custom role with the permissions that the
   checks name, and of \`Microsoft.KeyVault/vaults/secrets/read\` for the list of secrets, which shows names and dates.
4. Enter the **Application (client) ID** and the secret's **Value** here, and tenant and subscription when connecting.
`.trim(),
      },
    },
    unread: [
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Storage/storageAccounts value',
        members: ['kind'],
        checks: [
          'storage-transport',
          'storage-network',
          'storage-keys',
          'storage-customer-keys',
          'storage-double-encryption',
          'storage-redundancy',
          'storage-signed-links',
          'storage-entra-default',
        ],
        because: 'These settings protect files as they protect blobs.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Authorization/roleAssignments value.properties',
        members: ['createdOn', 'updatedOn'],
        because: 'A role is held since whenever it was given.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Storage/storageAccounts value.properties',
        members: [
          'accessTier',
          'accountMigrationInProgress',
          'creationTime',
          'enableExtendedGroups',
          'failoverInProgress',
          'isNfsV3Enabled',
          'isSkuConversionBlocked',
          'lastGeoFailoverTime',
          'privateEndpointConnections',
          'provisioningState',
          'statusOfPrimary',
          'statusOfSecondary',
        ],
        because: 'They are about cost, upkeep and further ways in that are private.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Storage/storageAccounts value.sku',
        members: ['tier'],
        because: 'The name of the SKU begins with it.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Storage/storageAccounts/{accountName}/blobServices/{BlobServicesName} properties.containerDeleteRetentionPolicy',
        members: ['allowPermanentDelete'],
        because: 'It is for blobs alone.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Storage/storageAccounts/{accountName}/blobServices/{BlobServicesName} properties',
        members: ['automaticSnapshotPolicyEnabled'],
        because: 'Microsoft names it as deprecated in favour of versions.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Storage/storageAccounts/{accountName}/blobServices/default/containers value.properties',
        members: [
          'deleted',
          'deletedTime',
          'denyEncryptionScopeOverride',
          'enableNfsV3AllSquash',
          'enableNfsV3RootSquash',
          'hasImmutabilityPolicy',
          'hasLegalHold',
          'lastModifiedTime',
          'remainingRetentionDays',
        ],
        because: 'The access level alone opens a container. Deleted ones are not asked for.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.KeyVault/vaults value.properties',
        members: [
          'accessPolicies',
          'createMode',
          'enabledForDeployment',
          'enabledForDiskEncryption',
          'enabledForTemplateDeployment',
          'privateEndpointConnections',
        ],
        because:
          'Where roles do not decide, access policies do, whatever they say. The others let services of Azure in.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.KeyVault/vaults/{vaultName}/keys value.properties.attributes',
        members: ['created', 'exp', 'exportable', 'nbf', 'updated'],
        because: 'The end of a key is read of the key itself.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.KeyVault/vaults/{vaultName}/keys/{keyName} properties.attributes',
        members: ['created', 'enabled', 'exportable', 'nbf', 'updated'],
        because: 'Whether a key is on is read of the list.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Security/secureScores value.properties.score',
        members: ['current', 'max'],
        because: 'The percentage is made of them.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Security/alerts value.properties',
        members: [
          'endTimeUtc',
          'entities',
          'extendedLinks',
          'isIncident',
          'processingEndTimeUtc',
          'remediationSteps',
          'resourceIdentifiers',
          'startTimeUtc',
        ],
        because: 'The time at which an alert was made is when somebody could read it.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Insights/actionGroups value.properties.emailReceivers',
        members: ['useCommonAlertSchema'],
        because: 'It is the form of the message, or how a receiver is asked.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Insights/actionGroups value.properties.armRoleReceivers',
        members: ['useCommonAlertSchema'],
        because: 'It is the form of the message, or how a receiver is asked.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Insights/actionGroups value.properties.webhookReceivers',
        members: ['useAadAuth', 'useCommonAlertSchema'],
        because: 'It is the form of the message, or how a receiver is asked.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Insights/actionGroups value.properties.logicAppReceivers',
        members: ['useCommonAlertSchema'],
        because: 'It is the form of the message, or how a receiver is asked.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Insights/actionGroups value.properties.azureFunctionReceivers',
        members: ['useCommonAlertSchema'],
        because: 'It is the form of the message, or how a receiver is asked.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Insights/actionGroups value.properties.automationRunbookReceivers',
        members: ['isGlobalRunbook', 'useCommonAlertSchema'],
        because: 'It is the form of the message, or how a receiver is asked.',
      },
      {
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Insights/actionGroups value.properties.eventHubReceivers',
        members: ['useCommonAlertSchema'],
        because: 'It is the form of the message, or how a receiver is asked.',
      },
    ],
    notJudged: [
      {
        says: 'Local users of a storage account, who sign in by SFTP with a key or password of their own.',
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Storage/storageAccounts value.properties',
        members: ['isLocalUserEnabled', 'isSftpEnabled'],
      },
      {
        says: 'Which virtual networks and resources of Azure a storage account lets in.',
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Storage/storageAccounts value.properties.networkAcls',
        members: ['resourceAccessRules', 'virtualNetworkRules'],
      },
      {
        says: 'Whether deleted blobs may be removed for good before their time.',
        of: 'GET /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Storage/storageAccounts/{accountName}/blobServices/{BlobServicesName} properties.deleteRetentionPolicy',
        members: ['allowPermanentDelete'],
      },
      {
        says: 'For how many days a deleted key vault is kept.',
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.KeyVault/vaults value.properties',
        members: ['softDeleteRetentionInDays'],
      },
      {
        says: 'Which virtual networks a key vault lets in.',
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.KeyVault/vaults value.properties.networkAcls',
        members: ['virtualNetworkRules'],
      },
      {
        says: 'From which severity on Defender for Cloud sends an alert.',
        of: 'GET /subscriptions/{subscriptionId}/providers/Microsoft.Security/securityContacts value.properties.notificationsSources',
        members: ['minimalRiskLevel', 'minimalSeverity'],
      },
      { says: 'Role assignments of classic administrators, and members of groups.' },
    ],
    test: { path: '/locations', query: { 'api-version': '2016-06-01' } },
    // 250 reads at once and 25 a second, per app and subscription. Providers have limits of their own, and their 429s
    // are obeyed. https://learn.microsoft.com/azure/azure-resource-manager/management/request-limits-and-throttling
    limits: { concurrency: 8, requestsPerSecond: 20, burst: 100 },
  },
  { classify },
)
