import type { ReviewedMember } from 'checkwright/testing'

const notSet =
  'Graph writes a condition that is not set as null: https://learn.microsoft.com/graph/api/resources/conditionalaccessconditionset'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['second-factor-registered'],
    member: 'value[].userType',
    kinds: ['removed', 'null', 'unknown word'],
    reason:
      'Whoever has registered a second factor has one, guest or member; the type decides only about those who have none.',
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.servicePrincipalRiskLevels',
    kinds: ['removed', 'null'],
    reason: 'It is of policies for workload identities, which are for no user, so that these never count.',
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.clientApplications',
    kinds: ['removed'],
    reason: 'It is of policies for workload identities, which are for no user, so that these never count.',
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.times',
    kinds: ['removed'],
    reason: 'A condition that the description of Graph v1.0 does not have, and that recorded answers hold as null.',
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.moonPhases',
    kinds: ['removed', 'null'],
    reason:
      'Made up in the tests, for a condition that nobody has heard of: without it the policy has no such condition.',
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.devices.deviceFilter',
    kinds: ['null'],
    reason: 'Graph writes a filter that is not set as null.',
  },
  {
    checks: ['global-administrators'],
    member: 'value[].id',
    kinds: ['unknown word'],
    reason: 'An id is no word: another one is another account.',
  },
  {
    checks: ['global-administrators'],
    member: 'value[].principal.id',
    kinds: ['unknown word'],
    reason: 'An id is no word: another one is another account.',
  },
  {
    checks: ['stale-users'],
    member: 'value[].createdDateTime',
    kinds: ['null'],
    reason:
      'Null means made before June 2018 (https://learn.microsoft.com/graph/api/resources/user); whoever has signed in since is judged by that.',
  },
  {
    checks: ['stale-users'],
    member: 'value[].signInActivity.lastSuccessfulSignInDateTime',
    kinds: ['null'],
    reason:
      'Null means that no sign-in succeeded since December 2023; an account that was made lately has had no reason to.',
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.users.excludeGuestsOrExternalUsers',
    kinds: ['null'],
    reason: notSet,
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.applications.applicationFilter',
    kinds: ['null'],
    reason: notSet,
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.locations',
    kinds: ['null'],
    reason: notSet,
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.platforms',
    kinds: ['null'],
    reason: notSet,
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.devices',
    kinds: ['null'],
    reason: notSet,
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.authenticationFlows',
    kinds: ['null'],
    reason: notSet,
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.insiderRiskLevels',
    kinds: ['null'],
    reason: notSet,
  },
  {
    checks: ['second-factor-demanded'],
    member: 'value[].grantControls.operator',
    kinds: ['removed', 'null', 'unknown word'],
    reason: 'Where every control demands the same, all of them and any of them are the same.',
  },
]
