import { vendorRecord, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * What single checks read of answers that others read too. Each has its own form, so that a member that Azure changes
 * disturbs only the checks that read it. The requests are those of `responses.ts`, from the same sources.
 */

const named = { id: z.string(), name: z.string() }

const kind = vendorWord(['Storage', 'StorageV2', 'BlobStorage', 'BlockBlobStorage', 'FileStorage'])

function account<T extends z.core.$ZodLooseShape>(properties: T) {
  return z.object({ ...named, properties: z.object(properties) })
}

/** A storage account, for the keys that encrypt it. */
export const EncryptedAccount = account({
  encryption: z.object({
    // Azure ignores case.
    keySource: vendorWord(['Microsoft.Storage', 'Microsoft.Keyvault', 'Microsoft.KeyVault']),
    // Azure leaves it out unless it was asked for when the account was made.
    requireInfrastructureEncryption: z.nullish(z.boolean()),
  }),
})

/** A storage account, for copies to other tenants. What its absence means depends on when the account was made. */
export const ReplicatingAccount = z.object({
  ...named,
  kind,
  properties: z.object({ allowCrossTenantReplication: z.nullish(z.boolean()), isHnsEnabled: z.nullish(z.boolean()) }),
})

/** A storage account, for where its copies are. https://learn.microsoft.com/rest/api/storagerp/srp_sku_types */
export const CopiedAccount = z.object({
  ...named,
  sku: z.object({ name: z.string().check(z.regex(/^(?:Standard|Premium)(?:V2)?_(?:LRS|ZRS|(?:RA)?GZ?RS)$/)) }),
})

const sasPeriod = /^(?:(\d{1,5})\.)?([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)$/

export type SasPolicy = z.output<typeof SasPolicy>

/** What an account does about signed links. The period is written as days.hours:minutes:seconds. "Log", the default, blocks nothing. */
const SasPolicy = z.object({
  sasExpirationPeriod: z.pipe(
    z.string().check(z.regex(sasPeriod)),
    z.transform((period) => {
      const [, days = '0', hours, minutes, seconds] = sasPeriod.exec(period) ?? []
      return Number(days) + (Number(hours) + (Number(minutes) + Number(seconds) / 60) / 60) / 24
    }),
  ),
  expirationAction: vendorWord(['Log', 'Block']),
})

// Keys are taken unless this is false: https://learn.microsoft.com/rest/api/storagerp/storage-accounts/list
const allowSharedKeyAccess = z.nullish(z.boolean())

/** A storage account, for links that are signed with its keys. */
export const LinkingAccount = account({ allowSharedKeyAccess, sasPolicy: z.nullish(SasPolicy) })

/** A storage account, for how the portal opens it. "The default interpretation is false", from the same page. */
export const OpenedAccount = account({ allowSharedKeyAccess, defaultToOAuthAuthentication: z.nullish(z.boolean()) })

/** A storage account, for whether it can keep versions. A hierarchical namespace cannot, and is off if it was never set. */
export const VersioningAccount = z.object({
  ...named,
  kind,
  properties: z.object({ isHnsEnabled: z.nullish(z.boolean()) }),
})

/** GET …/blobServices/default, for versions, which are off if they were never set. */
export const VersioningService = z.object({ properties: z.object({ isVersioningEnabled: z.nullish(z.boolean()) }) })

/** A storage account, for whether its containers may be public. */
export const ContainingAccount = z.object({
  ...named,
  kind,
  properties: z.object({ allowBlobPublicAccess: z.nullish(z.boolean()) }),
})

/** An item of GET …/blobServices/default/containers. */
export const Container = z.object({
  ...named,
  properties: z.object({ publicAccess: vendorWord(['None', 'Blob', 'Container']) }),
})

/** A storage account, for how it is reached. */
export const TransportAccount = account({
  supportsHttpsTrafficOnly: z.boolean(),
  // The meaning of its absence changed with Azure's own versions of TLS, so the check cannot tell.
  minimumTlsVersion: z.nullish(vendorWord(['TLS1_0', 'TLS1_1', 'TLS1_2', 'TLS1_3'])),
})

/** A storage account, for its two keys. */
export const AgedAccount = account({
  allowSharedKeyAccess,
  keyCreationTime: z.nullish(z.object({ key1: z.nullish(z.string()), key2: z.nullish(z.string()) })),
})

/** A storage account, for its kind. */
export const KindAccount = z.object({ ...named, kind })

/** A key vault, for who decides about access. "If null or not specified", access policies do. */
export const RoleVault = account({ enableRbacAuthorization: z.nullish(z.boolean()) })

/** A key vault, for what a deletion takes. What Azure leaves out is off. */
export const DeletableVault = account({
  enableSoftDelete: z.nullish(z.boolean()),
  enablePurgeProtection: z.nullish(z.boolean()),
})

/** An item of GET …/vaults/{vaultName}/keys. */
export const ListedKey = z.object({
  ...named,
  properties: z.object({ attributes: z.object({ enabled: z.boolean() }) }),
})

/** GET …/vaults/{vaultName}/keys/{keyName}. A key without a policy is not renewed, and one without an end has no time before it. */
export const RenewedKey = z.object({
  properties: z.object({
    attributes: z.object({ exp: z.nullish(z.number()) }),
    rotationPolicy: z.nullish(
      z.object({
        lifetimeActions: z.nullish(
          z.array(
            vendorRecord(
              z.object({
                action: z.object({ type: vendorWord(['rotate', 'notify', 'Rotate', 'Notify']) }),
                trigger: z.nullish(
                  z.object({ timeAfterCreate: z.nullish(z.string()), timeBeforeExpiry: z.nullish(z.string()) }),
                ),
              }),
            ),
          ),
        ),
      }),
    ),
  }),
})

export type ActivityAlert = z.output<typeof ActivityAlert>

const leaf = {
  field: z.nullish(z.string()),
  equals: z.nullish(z.string()),
  containsAny: z.nullish(z.array(z.string())),
}

/**
 * An item of GET …/microsoft.insights/activityLogAlerts. Later versions of the API have conditions without `field` (`anyOf`) and
 * without `equals` (`containsAny`), and this one returns such alerts, too:
 * https://learn.microsoft.com/rest/api/monitor/activity-log-alerts/get
 */
export const ActivityAlert = z.object({
  ...named,
  properties: z.object({
    enabled: z.boolean(),
    scopes: z.array(z.string()),
    condition: z.object({
      allOf: z.array(z.object({ ...leaf, anyOf: z.nullish(z.array(z.object(leaf))) })),
    }),
    actions: z.object({ actionGroups: z.nullish(z.array(z.object({ actionGroupId: z.string() }))) }),
  }),
})

const receivers = z.nullish(z.array(z.object({ name: z.string() })))
const confirmed = z.nullish(
  z.array(z.object({ name: z.string(), status: vendorWord(['NotSpecified', 'Enabled', 'Disabled']) })),
)

/** An item of GET …/Microsoft.Insights/actionGroups. Kinds of receivers that it does not have are left out. */
export const ActionGroup = account({
  enabled: z.boolean(),
  emailReceivers: confirmed,
  smsReceivers: confirmed,
  voiceReceivers: receivers,
  azureAppPushReceivers: receivers,
  armRoleReceivers: receivers,
  webhookReceivers: receivers,
  itsmReceivers: receivers,
  logicAppReceivers: receivers,
  azureFunctionReceivers: receivers,
  automationRunbookReceivers: receivers,
  eventHubReceivers: receivers,
})

/** An item of GET …/Microsoft.Security/secureScores; `percentage` is between 0 and 1. */
export const SecureScore = z.object({
  ...named,
  properties: z.object({
    score: z.object({ percentage: z.number().check(z.minimum(0), z.maximum(1)) }),
  }),
})
