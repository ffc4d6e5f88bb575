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

/** One Microsoft tenant, read through Graph by an application with read-only permissions. */
export const entra = connector.with(
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
