import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['users-second-factor'],
    member: 'orgs[].settings.saml_strict_mode.enabled',
    kinds: ['removed'],
    reason:
      'Without it, the check assumes that people can sign in without SAML, and requires a second factor from everybody.',
  },
  {
    checks: ['users-second-factor'],
    member: 'orgs[].settings.saml.enabled',
    kinds: ['removed'],
    reason: 'Strict mode says that people sign in by SAML. Only an explicit false takes that back.',
  },
  {
    checks: ['monitors-notify'],
    member: '[].options.silenced.*',
    kinds: ['removed'],
    reason:
      'Its name is the group that is muted, or "*" for all. Without it, the monitor is not muted, and single groups do not decide.',
  },
  {
    checks: ['monitors-notify'],
    member: '[].draft_status',
    kinds: ['removed'],
    reason: 'The default is "published" by the description of the API. Older answers do not have it.',
  },
]
