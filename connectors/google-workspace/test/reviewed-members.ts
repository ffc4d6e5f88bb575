import type { ReviewedMember } from 'checkwright/testing'

const leftOut = 'Google omits members that are empty or false: https://protobuf.dev/programming-guides/json/#presence'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['two-step-verification', 'super-admins', 'stale-users', 'third-party-access', 'app-passwords'],
    member: 'users[].archived',
    kinds: ['removed'],
    reason: `${leftOut}. Without it, the user is one who can sign in, and the other members decide.`,
  },
  {
    checks: ['super-admins', 'stale-users'],
    member: 'users[].archived',
    kinds: ['null'],
    reason: 'Null is the same as left out in this form of JSON: https://protobuf.dev/programming-guides/json/',
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
    checks: ['mobile-devices-developer'],
    member: 'mobiledevices[].type',
    kinds: ['unknown word'],
    reason:
      'Google names no list of types, and only Android has these settings: https://developers.google.com/workspace/admin/directory/reference/rest/v1/mobiledevices',
  },
]
