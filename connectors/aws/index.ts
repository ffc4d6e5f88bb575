import { databaseBackups } from './checks/databases/database-backups.ts'
import { databaseDeletion } from './checks/databases/database-deletion.ts'
import { databaseEncryption } from './checks/databases/database-encryption.ts'
import { databaseExposure } from './checks/databases/database-exposure.ts'
import { databaseUpgrades } from './checks/databases/database-upgrades.ts'
import { databaseZones } from './checks/databases/database-zones.ts'
import { accessKeys } from './checks/identity/access-keys.ts'
import { fullAccessPolicies } from './checks/identity/full-access-policies.ts'
import { oneAccessKey } from './checks/identity/one-access-key.ts'
import { passwordPolicy } from './checks/identity/password-policy.ts'
import { permissionsByGroup } from './checks/identity/permissions-by-group.ts'
import { rootUnused } from './checks/identity/root-unused.ts'
import { rootUser } from './checks/identity/root-user.ts'
import { serverCertificates } from './checks/identity/server-certificates.ts'
import { unusedPasswords } from './checks/identity/unused-passwords.ts'
import { usersSecondFactor } from './checks/identity/users-second-factor.ts'
import { accessAnalyzer } from './checks/logging/access-analyzer.ts'
import { auditTrail } from './checks/logging/audit-trail.ts'
import { configRecorder } from './checks/logging/config-recorder.ts'
import { networkFlowLogs } from './checks/logging/network-flow-logs.ts'
import { threatDetection } from './checks/logging/threat-detection.ts'
import { trailEncryption } from './checks/logging/trail-encryption.ts'
import { defaultSecurityGroups } from './checks/network/default-security-groups.ts'
import { machineMetadata } from './checks/network/machine-metadata.ts'
import { openAdminPorts } from './checks/network/open-admin-ports.ts'
import { ebsEncryption } from './checks/storage/ebs-encryption.ts'
import { imageSharing } from './checks/storage/image-sharing.ts'
import { keyRotation } from './checks/storage/key-rotation.ts'
import { s3PublicAccess } from './checks/storage/s3-public-access.ts'
import { snapshotSharing } from './checks/storage/snapshot-sharing.ts'
import { volumeEncryption } from './checks/storage/volume-encryption.ts'
import { aws as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'
import { credentials } from './inventories/credentials.ts'

/** One AWS account, read with an access key or a role that it assumes. */
export const aws = connector.with(
  accounts,
  credentials,
  rootUser,
  rootUnused,
  usersSecondFactor,
  accessKeys,
  oneAccessKey,
  passwordPolicy,
  unusedPasswords,
  permissionsByGroup,
  fullAccessPolicies,
  accessAnalyzer,
  serverCertificates,
  auditTrail,
  trailEncryption,
  configRecorder,
  networkFlowLogs,
  threatDetection,
  s3PublicAccess,
  snapshotSharing,
  imageSharing,
  ebsEncryption,
  volumeEncryption,
  keyRotation,
  openAdminPorts,
  defaultSecurityGroups,
  machineMetadata,
  databaseExposure,
  databaseEncryption,
  databaseBackups,
  databaseDeletion,
  databaseZones,
  databaseUpgrades,
)

export default aws
