import { isAddressRange, vendorMember, vendorRecord, vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: the npm packages @azure/arm-storage 18.6.0, arm-keyvault
 * 3.2.0, arm-security 5.0.0, arm-monitor 7.0.0 and arm-authorization 9.0.0. Each request has the API version of its
 * operation. `test/facts.ts` lists the operations, and a test compares both with the description.
 *
 * Azure leaves members out, or sends null, if they were never set; each has its meaning here. Valid answers always have
 * the others.
 */

/**
 * Azure writes these words in both cases, and ignores case. A resource without rules of its own, and without a value
 * for public access, lets every network in. https://learn.microsoft.com/azure/storage/common/storage-network-security,
 * https://learn.microsoft.com/azure/key-vault/general/network-security
 */
const publicAccess = z.nullish(
  vendorWord(['Enabled', 'enabled', 'Disabled', 'disabled', 'SecuredByPerimeter', 'securedByPerimeter']),
)
const NetworkAcls = z.nullish(
  z.object({
    defaultAction: vendorWord(['Allow', 'allow', 'Deny', 'deny']),
    // Left out if there is no range.
    ipRules: z.nullish(
      z.array(z.object({ value: z.string().check(z.refine(isAddressRange, 'is no range of addresses')) })),
    ),
  }),
)

function toNetwork({
  publicNetworkAccess,
  networkAcls,
}: {
  readonly publicNetworkAccess?: z.output<typeof publicAccess>
  readonly networkAcls?: z.output<typeof NetworkAcls>
}) {
  return {
    publicNetworkAccess: publicNetworkAccess ?? 'Enabled',
    defaultAction: networkAcls?.defaultAction ?? 'Allow',
    ranges: (networkAcls?.ipRules ?? []).map(({ value }) => value),
  }
}

/** A storage account or a key vault, for the networks that it lets in. */
export const ReachedResource = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    properties: z.object({ publicNetworkAccess: publicAccess, networkAcls: NetworkAcls }),
  }),
  z.transform(({ id, name, properties }) => ({ id, name, ...toNetwork(properties) })),
)

/** Days are present if it is enabled. */
const RetentionPolicy = z.nullish(
  z
    .object({ enabled: z.boolean(), days: z.nullish(z.int().check(z.minimum(1), z.maximum(365))) })
    .check(z.refine(({ enabled, days }) => !enabled || typeof days === 'number', 'has no days')),
)

/** GET …/storageAccounts/{accountName}/blobServices/default. A policy that was never set is off. */
export const BlobService = z.pipe(
  z.object({
    properties: z.object({
      deleteRetentionPolicy: RetentionPolicy,
      containerDeleteRetentionPolicy: RetentionPolicy,
    }),
  }),
  z.transform(({ properties: { deleteRetentionPolicy: blobs, containerDeleteRetentionPolicy: containers } }) => ({
    blobDays: blobs?.enabled ? (blobs.days ?? 0) : 0,
    containerDays: containers?.enabled ? (containers.days ?? 0) : 0,
  })),
)

/** GET …/Microsoft.Security/pricings. */
export const Pricings = z.object({
  value: z.array(
    vendorRecord(
      z.object({ name: z.string(), properties: z.object({ pricingTier: vendorWord(['Free', 'Standard']) }) }),
      'name',
    ),
  ),
})

export type SecurityContact = z.output<typeof SecurityContact>

/**
 * An item of GET …/Microsoft.Security/securityContacts. Alerts are sent where a source of notifications is "Alert". Addresses are in one
 * text: https://learn.microsoft.com/azure/templates/microsoft.security/securitycontacts
 */
export const SecurityContact = z.pipe(
  z.object({
    properties: z.object({
      isEnabled: z.boolean(),
      emails: z.nullish(z.string()),
      notificationsSources: z.nullish(z.array(z.object({ sourceType: vendorWord(['Alert', 'AttackPath']) }))),
      notificationsByRole: z.nullish(
        z.object({ state: vendorWord(['On', 'on', 'Off', 'off']), roles: z.nullish(z.array(z.string())) }),
      ),
    }),
  }),
  z.transform(({ properties: { isEnabled, emails, notificationsSources, notificationsByRole } }) => ({
    isEnabled,
    sendsAlerts: isEnabled && (notificationsSources ?? []).some(({ sourceType }) => sourceType === 'Alert'),
    hasAddress: emails?.includes('@') ?? false,
    roles: notificationsByRole?.state.toLowerCase() === 'on' ? (notificationsByRole.roles ?? []) : [],
  })),
)

/** An item of GET …/Microsoft.Security/alerts. */
export const Alert = z.object({
  id: z.string(),
  properties: z.object({
    alertDisplayName: z.string(),
    severity: vendorWord(['High', 'Medium', 'Low', 'Informational']),
    status: vendorWord(['Active', 'InProgress', 'Resolved', 'Dismissed']),
    timeGeneratedUtc: vendorTime(),
  }),
})

export type DiagnosticSetting = z.output<typeof DiagnosticSetting>

const DiagnosticSetting = z.object({
  name: z.string(),
  properties: z.object({
    storageAccountId: z.nullish(z.string()),
    serviceBusRuleId: z.nullish(z.string()),
    eventHubAuthorizationRuleId: z.nullish(z.string()),
    workspaceId: z.nullish(z.string()),
    logs: z.nullish(
      z.array(
        z.object({
          category: z.nullish(z.string()),
          // https://learn.microsoft.com/azure/azure-monitor/platform/diagnostic-settings#category-groups
          categoryGroup: z.nullish(z.string()),
          enabled: z.boolean(),
        }),
      ),
    ),
  }),
})

/** GET …/Microsoft.Insights/diagnosticSettings. */
export const DiagnosticSettings = z.object({ value: z.array(vendorRecord(DiagnosticSetting)) })

export type RoleAssignment = z.output<typeof RoleAssignment>

/** An item of GET …/Microsoft.Authorization/roleAssignments, and of …/roleEligibilityScheduleInstances. */
export const RoleAssignment = z.pipe(
  z.object({
    properties: z.object({
      scope: z.string(),
      roleDefinitionId: z.string(),
      principalId: z.string().check(z.minLength(1)),
      principalType: z.nullish(z.string()),
      condition: z.nullish(z.string()),
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
      permissions: z
        .array(z.object({ actions: z.array(z.string()), notActions: z.array(z.string()) }))
        .check(z.minLength(1)),
    }),
  }),
  z.transform(({ id, properties }) => ({ id, ...properties })),
)

/** A role assignment as the inventory reads it: its members are looked at one by one. */
export const ListedAssignment = z.pipe(
  z.object({
    properties: z.object({
      scope: vendorMember<string>(),
      roleDefinitionId: vendorMember<string>(),
      principalId: z.string().check(z.minLength(1)),
      principalType: vendorMember<string>(),
    }),
  }),
  z.transform(({ properties }) => properties),
)

/** A role as the inventory reads it, for its name. */
export const NamedRole = z.pipe(
  z.object({ id: z.string(), properties: z.object({ roleName: vendorMember<string>() }) }),
  z.transform(({ id, properties: { roleName } }) => ({ id, roleName })),
)

/** A storage account as the inventory of its keys reads it. */
export const KeyedAccount = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    properties: z.object({
      allowSharedKeyAccess: vendorMember<boolean>(),
      keyCreationTime: z.nullish(z.object({ key1: vendorMember<string>(), key2: vendorMember<string>() })),
    }),
  }),
  z.transform(({ id, name, properties: { allowSharedKeyAccess, keyCreationTime } }) => ({
    id,
    name,
    // "The default value is null, which is equivalent to true": https://learn.microsoft.com/rest/api/storagerp/storage-accounts/list
    takesKeys: allowSharedKeyAccess ?? true,
    keys: { key1: keyCreationTime?.key1, key2: keyCreationTime?.key2 },
  })),
)

/** A key vault as the inventory of its secrets reads it. */
export const NamedVault = z.object({ id: z.string(), name: z.string() })

export type VaultSecret = z.output<typeof VaultSecret>

/**
 * An item of GET …/vaults/{vaultName}/secrets. Resource Manager never returns the value:
 * https://learn.microsoft.com/rest/api/keyvault/keyvault/secrets/list
 */
export const VaultSecret = z.pipe(
  z.object({
    id: z.string(),
    name: vendorMember<string>(),
    properties: z.object({
      attributes: z.nullish(
        z.object({ enabled: vendorMember<boolean>(), created: vendorMember<number>(), exp: vendorMember<number>() }),
      ),
    }),
  }),
  z.transform(({ id, name, properties: { attributes } }) => ({ id, name, attributes: attributes ?? undefined })),
)
