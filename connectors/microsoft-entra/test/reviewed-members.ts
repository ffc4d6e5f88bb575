import type { ReviewedMember } from 'checkwright/testing'

const notSet =
  'Graph sends null for a condition that is not set: https://learn.microsoft.com/graph/api/resources/conditionalaccessconditionset'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.servicePrincipalRiskLevels',
    kinds: ['removed', 'null'],
    reason: 'It belongs to policies for workload identities. These do not apply to users, so they never count.',
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.clientApplications',
    kinds: ['removed'],
    reason: 'It belongs to policies for workload identities. These do not apply to users, so they never count.',
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.times',
    kinds: ['removed'],
    reason: 'The description of Graph v1.0 does not have this condition. In recorded answers it is null.',
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.moonPhases',
    kinds: ['removed', 'null'],
    reason: 'The tests invent it as an unknown condition. Without it, the policy has no such condition.',
  },
  {
    checks: ['second-factor-demanded', 'legacy-sign-in-blocked'],
    member: 'value[].conditions.devices.deviceFilter',
    kinds: ['null'],
    reason: 'Graph sends null for a filter that is not set.',
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
    checks: ['global-administrators'],
    member: 'externalUserState',
    kinds: ['removed', 'null'],
    reason:
      'Graph sends null for everybody who was not invited: https://learn.microsoft.com/graph/api/resources/user. Such a holder counts.',
  },
]
