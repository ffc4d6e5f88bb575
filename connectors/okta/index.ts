import { apiTokens } from './checks/api-tokens.ts'
import { logStreaming } from './checks/log-streaming.ts'
import { passwordPolicy } from './checks/password-policy.ts'
import { sessionLifetime } from './checks/session-lifetime.ts'
import { signOnSecondFactor } from './checks/sign-on-second-factor.ts'
import { staleUsers } from './checks/stale-users.ts'
import { superAdmins } from './checks/super-admins.ts'
import { usersSecondFactor } from './checks/users-second-factor.ts'
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
)

export default okta
