import { basicRoles } from './checks/access/basic-roles.ts'
import { consumerAccounts } from './checks/access/consumer-accounts.ts'
import { hmacKeys } from './checks/access/hmac-keys.ts'
import { impersonation } from './checks/access/impersonation.ts'
import { projectNotPublic } from './checks/access/project-not-public.ts'
import { serviceAccountKeys } from './checks/access/service-account-keys.ts'
import { serviceAccountsNarrow } from './checks/access/service-accounts-narrow.ts'
import { sqlAvailability } from './checks/databases/sql-availability.ts'
import { sqlBackups } from './checks/databases/sql-backups.ts'
import { sqlDeletion } from './checks/databases/sql-deletion.ts'
import { sqlNetworks } from './checks/databases/sql-networks.ts'
import { sqlPasswords } from './checks/databases/sql-passwords.ts'
import { sqlPrivate } from './checks/databases/sql-private.ts'
import { sqlTransport } from './checks/databases/sql-transport.ts'
import { kmsRotation } from './checks/keys/kms-rotation.ts'
import { auditLog } from './checks/logging/audit-log.ts'
import { logRetention } from './checks/logging/log-retention.ts'
import { logSink } from './checks/logging/log-sink.ts'
import { machinesAccount } from './checks/machines/machines-account.ts'
import { machinesPrivate } from './checks/machines/machines-private.ts'
import { machinesSerialPort } from './checks/machines/machines-serial-port.ts'
import { machinesShielded } from './checks/machines/machines-shielded.ts'
import { osLogin } from './checks/machines/os-login.ts'
import { defaultNetwork } from './checks/network/default-network.ts'
import { firewallAdminPorts } from './checks/network/firewall-admin-ports.ts'
import { firewallLog } from './checks/network/firewall-log.ts'
import { subnetworkLog } from './checks/network/subnetwork-log.ts'
import { bucketsNotPublic } from './checks/storage/buckets-not-public.ts'
import { bucketsPrevention } from './checks/storage/buckets-prevention.ts'
import { bucketsRecoverable } from './checks/storage/buckets-recoverable.ts'
import { bucketsUniformAccess } from './checks/storage/buckets-uniform-access.ts'
import { gcloud as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'
import { credentials } from './inventories/credentials.ts'

/** One Google Cloud project, read by a service account with read-only roles. */
export const gcloud = connector.with(
  accounts,
  credentials,
  projectNotPublic,
  basicRoles,
  consumerAccounts,
  impersonation,
  serviceAccountsNarrow,
  serviceAccountKeys,
  hmacKeys,
  kmsRotation,
  bucketsNotPublic,
  bucketsPrevention,
  bucketsUniformAccess,
  bucketsRecoverable,
  firewallAdminPorts,
  firewallLog,
  defaultNetwork,
  subnetworkLog,
  machinesPrivate,
  machinesShielded,
  machinesAccount,
  machinesSerialPort,
  osLogin,
  sqlNetworks,
  sqlPrivate,
  sqlTransport,
  sqlBackups,
  sqlAvailability,
  sqlDeletion,
  sqlPasswords,
  auditLog,
  logSink,
  logRetention,
)

export default gcloud
