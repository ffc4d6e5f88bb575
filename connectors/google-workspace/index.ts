import { appPasswords } from './checks/app-passwords.ts'
import { chromeDevicesSupported } from './checks/chrome-devices-supported.ts'
import { chromeDevicesUpdated } from './checks/chrome-devices-updated.ts'
import { chromeDevicesVerified } from './checks/chrome-devices-verified.ts'
import { groupsClosed } from './checks/groups-closed.ts'
import { groupsPosting } from './checks/groups-posting.ts'
import { mobileDevices } from './checks/mobile-devices.ts'
import { mobileDevicesDeveloper } from './checks/mobile-devices-developer.ts'
import { staleUsers } from './checks/stale-users.ts'
import { superAdmins } from './checks/super-admins.ts'
import { thirdPartyAccess } from './checks/third-party-access.ts'
import { twoStepVerification } from './checks/two-step-verification.ts'
import { workspace as connector } from './connector.ts'
import { accounts } from './inventories/accounts.ts'
import { applications } from './inventories/applications.ts'
import { chromeDevices } from './inventories/chrome-devices.ts'
import { mobileDeviceRecords } from './inventories/mobile-devices.ts'
import { persons } from './inventories/persons.ts'

/** One Google Workspace account, read by OAuth with the rights of a super administrator. */
export const workspace = connector.with(
  accounts,
  persons,
  mobileDeviceRecords,
  chromeDevices,
  applications,
  twoStepVerification,
  superAdmins,
  staleUsers,
  appPasswords,
  thirdPartyAccess,
  groupsClosed,
  groupsPosting,
  mobileDevices,
  mobileDevicesDeveloper,
  chromeDevicesVerified,
  chromeDevicesUpdated,
  chromeDevicesSupported,
)

export default workspace
