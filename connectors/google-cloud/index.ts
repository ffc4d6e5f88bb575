import { auditLog } from './checks/audit-log.ts'
import { basicRoles } from './checks/basic-roles.ts'
import { bucketsNotPublic } from './checks/buckets-not-public.ts'
import { bucketsRecoverable } from './checks/buckets-recoverable.ts'
import { bucketsUniformAccess } from './checks/buckets-uniform-access.ts'
import { firewallAdminPorts } from './checks/firewall-admin-ports.ts'
import { logRetention } from './checks/log-retention.ts'
import { logSink } from './checks/log-sink.ts'
import { projectNotPublic } from './checks/project-not-public.ts'
import { serviceAccountKeys } from './checks/service-account-keys.ts'
import { sqlBackups } from './checks/sql-backups.ts'
import { sqlNetworks } from './checks/sql-networks.ts'
import { sqlTransport } from './checks/sql-transport.ts'
import { gcloud as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'
import { credentials } from './inventories/credentials.ts'

/** One Google Cloud project, read by a service account with read-only roles. */
export const gcloud = connector.with(
  accounts,
  credentials,
  projectNotPublic,
  basicRoles,
  serviceAccountKeys,
  bucketsNotPublic,
  bucketsUniformAccess,
  bucketsRecoverable,
  firewallAdminPorts,
  sqlNetworks,
  sqlTransport,
  sqlBackups,
  auditLog,
  logSink,
  logRetention,
)

export default gcloud
