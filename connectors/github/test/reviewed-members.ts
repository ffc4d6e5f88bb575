import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['app-reach'],
    member: 'installations[].permissions.contents',
    kinds: ['removed'],
    reason:
      'GitHub names the permissions that an app has, and no others: https://docs.github.com/rest/orgs/orgs#list-app-installations-for-an-organization. The check demands the object of permissions, and a known word for each.',
  },
  {
    checks: ['default-branch-protected'],
    member: 'required_pull_request_reviews.bypass_pull_request_allowances',
    kinds: ['removed'],
    reason: 'GitHub omits settings that are not turned on: https://docs.github.com/rest/branches/branch-protection',
  },
]
