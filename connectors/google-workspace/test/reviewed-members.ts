import type { ReviewedMember } from 'checkwright/testing'

const leftOut = 'Google omits members that are empty or false: https://protobuf.dev/programming-guides/json/#presence'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['two-step-verification', 'super-admins', 'stale-users', 'third-party-access'],
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
    checks: ['third-party-access'],
    member: 'items',
    kinds: ['removed'],
    reason: `${leftOut}. The page of somebody who has given no access still has its kind.`,
  },
  {
    checks: ['groups-closed'],
    member: 'groups',
    kinds: ['removed'],
    reason: `${leftOut}. The page of an account without groups still has its kind.`,
  },
  {
    checks: ['mobile-devices'],
    member: 'mobiledevices',
    kinds: ['removed'],
    reason: `${leftOut}. The page of an account without devices still has its kind.`,
  },
]
