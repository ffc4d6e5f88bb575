import { accessKeys } from './checks/access-keys.ts'
import { auditTrail } from './checks/audit-trail.ts'
import { databaseBackups } from './checks/database-backups.ts'
import { databaseEncryption } from './checks/database-encryption.ts'
import { databaseExposure } from './checks/database-exposure.ts'
import { ebsEncryption } from './checks/ebs-encryption.ts'
import { keyRotation } from './checks/key-rotation.ts'
import { openAdminPorts } from './checks/open-admin-ports.ts'
import { passwordPolicy } from './checks/password-policy.ts'
import { rootUser } from './checks/root-user.ts'
import { s3PublicAccess } from './checks/s3-public-access.ts'
import { threatDetection } from './checks/threat-detection.ts'
import { usersSecondFactor } from './checks/users-second-factor.ts'
import { aws as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'
import { credentials } from './inventories/credentials.ts'

/** One AWS account, read with an access key or a role that it assumes. */
export const aws = connector.with(
  accounts,
  credentials,
  rootUser,
  usersSecondFactor,
  accessKeys,
  passwordPolicy,
  auditTrail,
  s3PublicAccess,
  openAdminPorts,
  databaseExposure,
  databaseEncryption,
  databaseBackups,
  ebsEncryption,
  keyRotation,
  threatDetection,
)

export default aws
