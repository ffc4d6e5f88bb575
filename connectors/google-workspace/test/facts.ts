import type { Facts } from '../../../test/connectors/description.ts'
import {
  ChromeDevice,
  EnrolledUser,
  Group,
  GroupSettings,
  ListedMobileDevice,
  ListedUser,
  MobileDevice,
  Token,
  User,
} from '../responses.ts'
import {
  ApplicationPassword,
  DeveloperDevice,
  PostingSettings,
  StartedChromeDevice,
  SupportedChromeDevice,
  UpdatedChromeDevice,
} from '../settings.ts'

// Discovery documents mark no member of an answer as required. Should one of these be missing, the answer is an error and
// not a guess.
const always = 'Google always sends it'

function listDemanded(...members: readonly string[]): Record<string, string> {
  return Object.fromEntries(members.map((member) => [`${member} may be absent`, always]))
}

/** The connector's requests to Google. */
export const facts: Facts = {
  source: 'discovery documents of google-api-python-client 2.201.0: admin.directory_v1, groupssettings.v1',
  operations: {
    'GET /admin/directory/v1/users': [
      {
        reads: EnrolledUser,
        at: 'users.[]',
        open: listDemanded('id', 'primaryEmail', 'isAdmin', 'isEnrolledIn2Sv', 'isEnforcedIn2Sv', 'suspended'),
      },
      { reads: User, at: 'users.[]', open: listDemanded('id', 'primaryEmail', 'suspended') },
      { reads: ListedUser, at: 'users.[]', open: listDemanded('id') },
    ],
    'GET /admin/directory/v1/users/{userKey}/tokens': { reads: Token, at: 'items.[]', open: listDemanded('clientId') },
    'GET /admin/directory/v1/users/{userKey}/asps': {
      reads: ApplicationPassword,
      at: 'items.[]',
      open: listDemanded('codeId'),
    },
    'GET /admin/directory/v1/groups': { reads: Group, at: 'groups.[]', open: listDemanded('id', 'email') },
    'GET /groups/v1/groups/{groupUniqueId}': [
      {
        reads: GroupSettings,
        open: listDemanded('allowExternalMembers', 'whoCanViewGroup', 'whoCanJoin', 'whoCanPostMessage'),
      },
      { reads: PostingSettings, open: listDemanded('whoCanPostMessage') },
    ],
    'GET /admin/directory/v1/customer/{customerId}/devices/mobile': [
      { reads: MobileDevice, at: 'mobiledevices.[]', open: listDemanded('resourceId') },
      { reads: DeveloperDevice, at: 'mobiledevices.[]', open: listDemanded('resourceId', 'type') },
      { reads: ListedMobileDevice, at: 'mobiledevices.[]', open: listDemanded('resourceId') },
    ],
    'GET /admin/directory/v1/customer/{customerId}/devices/chromeos': [
      { reads: ChromeDevice, at: 'chromeosdevices.[]', open: listDemanded('deviceId') },
      ...[StartedChromeDevice, SupportedChromeDevice, UpdatedChromeDevice].map((reads) => ({
        reads,
        at: 'chromeosdevices.[]',
        open: listDemanded('deviceId', 'status'),
      })),
    ],
  },
}
