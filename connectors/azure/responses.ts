import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: the npm packages @azure/arm-storage 18.6.0, arm-keyvault 3.2.0,
 * arm-security 5.0.0, arm-monitor 7.0.0 and arm-authorization 9.0.0; each operation has an API version of its own, named
 * where it is asked. `test/facts.ts` names the operations, and a test holds both against the description.
 */

const NetworkAcls = z.object({ defaultAction: z.nullish(z.string()) })

export type StorageAccount = z.output<typeof StorageAccount>

/** An item of GET …/Microsoft.Storage/storageAccounts. */
export const StorageAccount = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    kind: z.string(),
    properties: z.object({
      supportsHttpsTrafficOnly: z.boolean(),
      minimumTlsVersion: z.nullish(z.string()),
      allowBlobPublicAccess: z.nullish(z.boolean()),
      allowSharedKeyAccess: z.nullish(z.boolean()),
      keyCreationTime: z.nullish(z.object({ key1: z.nullish(z.string()), key2: z.nullish(z.string()) })),
      publicNetworkAccess: z.nullish(z.string()),
      networkAcls: z.nullish(NetworkAcls),
    }),
  }),
  z.transform(({ id, name, kind, properties }) => ({
    id,
    name,
    kind,
    httpsOnly: properties.supportsHttpsTrafficOnly,
    // Azure leaves it out of old accounts, which take TLS 1.0.
    minimumTls: properties.minimumTlsVersion ?? 'TLS1_0',
    blobPublicAccess: properties.allowBlobPublicAccess ?? undefined,
    // Azure takes keys unless this says false.
    takesKeys: properties.allowSharedKeyAccess !== false,
    keysCreated: [properties.keyCreationTime?.key1, properties.keyCreationTime?.key2],
    publicNetworkAccess: properties.publicNetworkAccess ?? 'Enabled',
    defaultAction: properties.networkAcls?.defaultAction ?? 'Allow',
  })),
)

/** GET …/storageAccounts/{accountName}/blobServices/default. What Azure leaves out is not turned on. */
export const BlobService = z.pipe(
  z.object({
    properties: z.object({
      deleteRetentionPolicy: z.nullish(z.object({ enabled: z.nullish(z.boolean()), days: z.nullish(z.number()) })),
      containerDeleteRetentionPolicy: z.nullish(
        z.object({ enabled: z.nullish(z.boolean()), days: z.nullish(z.number()) }),
      ),
    }),
  }),
  z.transform(({ properties: { deleteRetentionPolicy: blobs, containerDeleteRetentionPolicy: containers } }) => ({
    blobDays: blobs?.enabled ? (blobs.days ?? 0) : 0,
    containerDays: containers?.enabled ? (containers.days ?? 0) : 0,
  })),
)

export type Vault = z.output<typeof Vault>

/** An item of GET …/Microsoft.KeyVault/vaults. What Azure leaves out is not turned on, and lets every network in. */
export const Vault = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    properties: z.object({
      enableSoftDelete: z.nullish(z.boolean()),
      enablePurgeProtection: z.nullish(z.boolean()),
      publicNetworkAccess: z.nullish(z.string()),
      networkAcls: z.nullish(NetworkAcls),
    }),
  }),
  z.transform(({ id, name, properties }) => ({
    id,
    name,
    softDelete: properties.enableSoftDelete ?? false,
    purgeProtection: properties.enablePurgeProtection ?? false,
    publicNetworkAccess: properties.publicNetworkAccess ?? 'Enabled',
    defaultAction: properties.networkAcls?.defaultAction ?? 'Allow',
  })),
)

/** GET …/Microsoft.Security/pricings. */
export const Pricings = z.object({
  value: z.array(z.object({ name: z.string(), properties: z.object({ pricingTier: z.string() }) })),
})

/** An item of GET …/Microsoft.Security/securityContacts. */
export const SecurityContact = z.object({
  id: z.string(),
  properties: z.object({ email: z.nullish(z.string()), alertNotifications: z.nullish(z.string()) }),
})

/** An item of GET …/Microsoft.Security/alerts. */
export const Alert = z.object({
  id: z.string(),
  properties: z.object({
    alertDisplayName: z.string(),
    severity: z.string(),
    status: z.string(),
    timeGeneratedUtc: z.string(),
  }),
})

export type DiagnosticSetting = z.output<typeof DiagnosticSettings>['value'][number]

/** GET …/Microsoft.Insights/diagnosticSettings. */
export const DiagnosticSettings = z.object({
  value: z.array(
    z.object({
      name: z.string(),
      properties: z.object({
        storageAccountId: z.nullish(z.string()),
        serviceBusRuleId: z.nullish(z.string()),
        eventHubAuthorizationRuleId: z.nullish(z.string()),
        workspaceId: z.nullish(z.string()),
        logs: z.nullish(z.array(z.object({ category: z.nullish(z.string()), enabled: z.boolean() }))),
      }),
    }),
  ),
})

/** An item of GET …/Microsoft.Authorization/roleAssignments. */
export const RoleAssignment = z.pipe(
  z.object({
    properties: z.object({
      scope: z.string(),
      roleDefinitionId: z.string(),
      principalId: z.string(),
      principalType: z.nullish(z.string()),
    }),
  }),
  z.transform(({ properties }) => properties),
)

/** An item of GET …/Microsoft.Authorization/roleDefinitions. */
export const RoleDefinition = z.pipe(
  z.object({
    id: z.string(),
    properties: z.object({
      roleName: z.string(),
      type: z.string(),
      permissions: z.array(
        z.object({ actions: z.nullish(z.array(z.string())), notActions: z.nullish(z.array(z.string())) }),
      ),
    }),
  }),
  z.transform(({ id, properties }) => ({ id, ...properties })),
)
