import { applicationSecrets } from './checks/application-secrets.ts'
import { devicesCompliant } from './checks/devices-compliant.ts'
import { globalAdministrators } from './checks/global-administrators.ts'
import { guestInvitationsRestricted } from './checks/guest-invitations-restricted.ts'
import { legacySignInBlocked } from './checks/legacy-sign-in-blocked.ts'
import { secondFactorDemanded } from './checks/second-factor-demanded.ts'
import { secondFactorRegistered } from './checks/second-factor-registered.ts'
import { staleUsers } from './checks/stale-users.ts'
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
  devicesCompliant,
)

export default entra
