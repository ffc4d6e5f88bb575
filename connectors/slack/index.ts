import { accessLogs } from './checks/access-logs.ts'
import { fewOwners } from './checks/few-owners.ts'
import { guestsReviewed } from './checks/guests-reviewed.ts'
import { inactiveMembers } from './checks/inactive-members.ts'
import { secondFactor } from './checks/second-factor.ts'
import { sharedChannels } from './checks/shared-channels.ts'
import { slack as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'
import { applications } from './inventories/applications.ts'

/** One Slack workspace, read by OAuth with the rights of an owner. */
export const slack = connector.with(
  accounts,
  applications,
  secondFactor,
  fewOwners,
  guestsReviewed,
  sharedChannels,
  inactiveMembers,
  accessLogs,
)

export default slack
