import { apiTokens } from './checks/api-tokens.ts'
import { clientPrivileges } from './checks/client-privileges.ts'
import { lockoutByStrangers } from './checks/lockout-by-strangers.ts'
import { logStreaming } from './checks/log-streaming.ts'
import { passwordPolicy } from './checks/password-policy.ts'
import { persistentSessions } from './checks/persistent-sessions.ts'
import { phishingResistance } from './checks/phishing-resistance.ts'
import { sessionLifetime } from './checks/session-lifetime.ts'
import { sharedAccounts } from './checks/shared-accounts.ts'
import { signOnSecondFactor } from './checks/sign-on-second-factor.ts'
import { signingKeyRotation } from './checks/signing-key-rotation.ts'
import { staleUsers } from './checks/stale-users.ts'
import { superAdmins } from './checks/super-admins.ts'
import { supportAccess } from './checks/support-access.ts'
import { threatInsight } from './checks/threat-insight.ts'
import { tokenLifetimes } from './checks/token-lifetimes.ts'
import { trustedOrigins } from './checks/trusted-origins.ts'
import { usersSecondFactor } from './checks/users-second-factor.ts'
import { weakAuthenticators } from './checks/weak-authenticators.ts'
import { okta as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'
import { credentials } from './inventories/credentials.ts'
import { persons } from './inventories/persons.ts'

/** One Okta organization, read by OAuth with read-only scopes. */
export const okta = connector.with(
  accounts,
  persons,
  credentials,
  signOnSecondFactor,
  usersSecondFactor,
  superAdmins,
  apiTokens,
  passwordPolicy,
  sessionLifetime,
  staleUsers,
  logStreaming,
  threatInsight,
  supportAccess,
  lockoutByStrangers,
  clientPrivileges,
  phishingResistance,
  weakAuthenticators,
  tokenLifetimes,
  signingKeyRotation,
  trustedOrigins,
  persistentSessions,
  sharedAccounts,
)

export default okta
