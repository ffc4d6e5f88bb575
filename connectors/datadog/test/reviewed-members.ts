import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['users-second-factor'],
    member: 'orgs[].settings.saml_strict_mode',
    kinds: ['removed'],
    reason: 'Without it nobody is taken to sign in by SAML only, and everybody is held to a second factor.',
  },
  {
    checks: ['users-second-factor'],
    member: 'orgs[].settings.saml_strict_mode.enabled',
    kinds: ['removed'],
    reason: 'Without it nobody is taken to sign in by SAML only, and everybody is held to a second factor.',
  },
  {
    checks: ['users-second-factor'],
    member: 'data[].attributes.mfa_enabled',
    kinds: ['removed'],
    reason: 'Under SAML strict mode nobody signs in by password; else the check cannot tell without it.',
  },
  {
    checks: ['monitors-notify'],
    member: '[].options.silenced.*',
    kinds: ['removed', 'null', 'time in the future'],
    reason:
      'Its name is the group that is muted, "*" for all: without it nothing is muted, and no group of its own decides.',
  },
  {
    checks: ['monitors-notify'],
    member: '[].draft_status',
    kinds: ['removed'],
    reason: 'Published is the default by the description of the API, and older answers do not have it.',
  },
]
