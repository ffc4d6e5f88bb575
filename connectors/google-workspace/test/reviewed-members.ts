import type { ReviewedMember } from 'checkwright/testing'

const leftOut = 'Google omits members that are empty or false: https://protobuf.dev/programming-guides/json/#presence'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['super-admins'],
    member: 'users[].archived',
    kinds: ['removed', 'null'],
    reason: `${leftOut}. Without it, the user is one who can sign in, and the other members decide.`,
  },
  {
    checks: ['third-party-access', 'app-passwords'],
    member: 'items',
    kinds: ['removed'],
    reason: `${leftOut}. The page of somebody who has given no access still has its kind.`,
  },
  {
    checks: ['groups-closed', 'groups-posting'],
    member: 'groups',
    kinds: ['removed'],
    reason: `${leftOut}. The page of an account without groups still has its kind.`,
  },
  {
    checks: ['mobile-devices', 'mobile-devices-developer'],
    member: 'mobiledevices',
    kinds: ['removed'],
    reason: `${leftOut}. The page of an account without devices still has its kind.`,
  },
  {
    checks: ['chrome-devices-verified', 'chrome-devices-updated', 'chrome-devices-supported'],
    member: 'chromeosdevices',
    kinds: ['removed'],
    reason: `${leftOut}. The page of an account without devices still has its kind.`,
  },
  {
    checks: ['chrome-devices-supported'],
    member: 'chromeosdevices[].supportEndDate',
    kinds: ['time in the future'],
    reason: 'A last day of support that is still to come is the good answer.',
  },
  {
    checks: ['chrome-devices-supported'],
    member: 'chromeosdevices[].extendedSupportEligible',
    kinds: ['removed'],
    reason: `${leftOut}. A device that has no extended support gets updates until its last day.`,
  },
  {
    checks: ['chrome-devices-supported'],
    member: 'chromeosdevices[].extendedSupportStart',
    kinds: ['removed', 'time in the future'],
    reason: `${leftOut}. Before its extended support begins, a device gets updates like any other.`,
  },
  {
    checks: ['mobile-devices-developer'],
    member: 'mobiledevices[].type',
    kinds: ['unknown word'],
    reason:
      'Google names no list of types, and only Android has these settings: https://developers.google.com/workspace/admin/directory/reference/rest/v1/mobiledevices',
  },
]
