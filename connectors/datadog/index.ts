import { apiKeys } from './checks/api-keys.ts'
import { applicationKeys } from './checks/application-keys.ts'
import { fewAdministrators } from './checks/few-administrators.ts'
import { logArchives } from './checks/log-archives.ts'
import { monitorsNotify } from './checks/monitors-notify.ts'
import { staleUsers } from './checks/stale-users.ts'
import { usersSecondFactor } from './checks/users-second-factor.ts'
import { datadog as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'
import { apiKeyCredentials, applicationKeyCredentials } from './inventories/credentials.ts'

/** One Datadog organization, read with an API key and an application key. */
export const datadog = connector.with(
  accounts,
  apiKeyCredentials,
  applicationKeyCredentials,
  usersSecondFactor,
  staleUsers,
  fewAdministrators,
  applicationKeys,
  apiKeys,
  monitorsNotify,
  logArchives,
)

export default datadog
