import { adminConsentRequests } from './checks/admin-consent-requests.ts'
import { applicationRegistrationRestricted } from './checks/application-registration-restricted.ts'
import { applicationSecrets } from './checks/application-secrets.ts'
import { deviceJoinSecondFactor } from './checks/device-join-second-factor.ts'
import { devicesCompliant } from './checks/devices-compliant.ts'
import { globalAdministrators } from './checks/global-administrators.ts'
import { guestAccessRestricted } from './checks/guest-access-restricted.ts'
import { guestInvitationsRestricted } from './checks/guest-invitations-restricted.ts'
import { legacySignInBlocked } from './checks/legacy-sign-in-blocked.ts'
import { localAdministratorPasswords } from './checks/local-administrator-passwords.ts'
import { secondFactorDemanded } from './checks/second-factor-demanded.ts'
import { secondFactorRegistered } from './checks/second-factor-registered.ts'
import { securityGroupsRestricted } from './checks/security-groups-restricted.ts'
import { selfServiceSignUp } from './checks/self-service-sign-up.ts'
import { sharepointLegacySignIn } from './checks/sharepoint-legacy-sign-in.ts'
import { sharepointResharing } from './checks/sharepoint-resharing.ts'
import { sharepointSharingLimited } from './checks/sharepoint-sharing-limited.ts'
import { staleUsers } from './checks/stale-users.ts'
import { tenantCreationRestricted } from './checks/tenant-creation-restricted.ts'
import { userConsentRestricted } from './checks/user-consent-restricted.ts'
import { entra as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'
import { applications } from './inventories/applications.ts'
import { devices } from './inventories/devices.ts'
import { persons } from './inventories/persons.ts'

/** One Microsoft tenant, read through Graph by an application with read-only permissions. */
export const entra = connector.with(
  accounts,
  persons,
  devices,
  applications,
  secondFactorDemanded,
  secondFactorRegistered,
  legacySignInBlocked,
  globalAdministrators,
  applicationSecrets,
  staleUsers,
  userConsentRestricted,
  guestInvitationsRestricted,
  guestAccessRestricted,
  selfServiceSignUp,
  applicationRegistrationRestricted,
  adminConsentRequests,
  tenantCreationRestricted,
  securityGroupsRestricted,
  devicesCompliant,
  deviceJoinSecondFactor,
  localAdministratorPasswords,
  sharepointSharingLimited,
  sharepointResharing,
  sharepointLegacySignIn,
)

export default entra
