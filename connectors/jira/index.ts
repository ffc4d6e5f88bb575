import { auditLog } from './checks/audit-log.ts'
import { changesApproved } from './checks/changes-approved.ts'
import { fewAdministrators } from './checks/few-administrators.ts'
import { noPublicFilters } from './checks/no-public-filters.ts'
import { noPublicPermissions } from './checks/no-public-permissions.ts'
import { outsidersKnown } from './checks/outsiders-known.ts'
import { securityIssuesInTime } from './checks/security-issues-in-time.ts'
import { jira as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'

/** One Jira Cloud site, read with an API token by HTTP Basic. */
export const jira = connector.with(
  accounts,
  noPublicPermissions,
  noPublicFilters,
  fewAdministrators,
  outsidersKnown,
  securityIssuesInTime,
  changesApproved,
  auditLog,
)

export default jira
