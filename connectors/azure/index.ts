import { customRolesNarrow } from './checks/access/custom-roles-narrow.ts'
import { subscriptionOwners } from './checks/access/subscription-owners.ts'
import { userAccessAdministrators } from './checks/access/user-access-administrators.ts'
import { keyVaultKeyRotation } from './checks/key-vault/key-vault-key-rotation.ts'
import { keyVaultLog } from './checks/key-vault/key-vault-log.ts'
import { keyVaultNetwork } from './checks/key-vault/key-vault-network.ts'
import { keyVaultRecovery } from './checks/key-vault/key-vault-recovery.ts'
import { keyVaultRoles } from './checks/key-vault/key-vault-roles.ts'
import { actionGroups } from './checks/monitor/action-groups.ts'
import { activityAlerts } from './checks/monitor/activity-alerts.ts'
import { activityLogExported } from './checks/monitor/activity-log-exported.ts'
import { serviceHealthAlert } from './checks/monitor/service-health-alert.ts'
import { alertsInTime } from './checks/security/alerts-in-time.ts'
import { defenderPlans } from './checks/security/defender-plans.ts'
import { secureScore } from './checks/security/secure-score.ts'
import { securityContact } from './checks/security/security-contact.ts'
import { securityContactOwners } from './checks/security/security-contact-owners.ts'
import { storageContainersPrivate } from './checks/storage/storage-containers-private.ts'
import { storageCrossTenantReplication } from './checks/storage/storage-cross-tenant-replication.ts'
import { storageCustomerKeys } from './checks/storage/storage-customer-keys.ts'
import { storageDoubleEncryption } from './checks/storage/storage-double-encryption.ts'
import { storageEntraDefault } from './checks/storage/storage-entra-default.ts'
import { storageKeys } from './checks/storage/storage-keys.ts'
import { storageLog } from './checks/storage/storage-log.ts'
import { storageNetwork } from './checks/storage/storage-network.ts'
import { storagePublicBlobs } from './checks/storage/storage-public-blobs.ts'
import { storageRedundancy } from './checks/storage/storage-redundancy.ts'
import { storageSignedLinks } from './checks/storage/storage-signed-links.ts'
import { storageSoftDelete } from './checks/storage/storage-soft-delete.ts'
import { storageTransport } from './checks/storage/storage-transport.ts'
import { storageVersions } from './checks/storage/storage-versions.ts'
import { azure as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'
import { storageKeys as storageKeyList } from './inventories/storage-keys.ts'
import { vaultSecrets } from './inventories/vault-secrets.ts'

/** One Azure subscription, read through Resource Manager by an application with the role Reader. */
export const azure = connector.with(
  accounts,
  storageKeyList,
  vaultSecrets,
  subscriptionOwners,
  customRolesNarrow,
  userAccessAdministrators,
  storageTransport,
  storagePublicBlobs,
  storageNetwork,
  storageKeys,
  storageSoftDelete,
  storageContainersPrivate,
  storageCustomerKeys,
  storageDoubleEncryption,
  storageCrossTenantReplication,
  storageRedundancy,
  storageSignedLinks,
  storageEntraDefault,
  storageVersions,
  storageLog,
  keyVaultRecovery,
  keyVaultNetwork,
  keyVaultRoles,
  keyVaultKeyRotation,
  keyVaultLog,
  defenderPlans,
  securityContact,
  securityContactOwners,
  secureScore,
  alertsInTime,
  activityLogExported,
  activityAlerts,
  serviceHealthAlert,
  actionGroups,
)

export default azure
