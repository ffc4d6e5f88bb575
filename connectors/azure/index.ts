import { activityLogExported } from './checks/activity-log-exported.ts'
import { alertsInTime } from './checks/alerts-in-time.ts'
import { customRolesNarrow } from './checks/custom-roles-narrow.ts'
import { defenderPlans } from './checks/defender-plans.ts'
import { keyVaultNetwork } from './checks/key-vault-network.ts'
import { keyVaultRecovery } from './checks/key-vault-recovery.ts'
import { securityContact } from './checks/security-contact.ts'
import { storageKeys } from './checks/storage-keys.ts'
import { storageNetwork } from './checks/storage-network.ts'
import { storagePublicBlobs } from './checks/storage-public-blobs.ts'
import { storageSoftDelete } from './checks/storage-soft-delete.ts'
import { storageTransport } from './checks/storage-transport.ts'
import { subscriptionOwners } from './checks/subscription-owners.ts'
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
  storageTransport,
  storagePublicBlobs,
  storageNetwork,
  storageKeys,
  storageSoftDelete,
  keyVaultRecovery,
  keyVaultNetwork,
  defenderPlans,
  securityContact,
  alertsInTime,
  activityLogExported,
)

export default azure
