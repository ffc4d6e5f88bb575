import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['default-branch-protected'],
    member: 'total_private_repos',
    kinds: ['removed'],
    reason: 'Without the count a person is asked whether every repository was seen; those that were seen are judged.',
  },
  {
    checks: ['default-branch-protected'],
    member: '[].ruleset_id',
    kinds: ['removed'],
    reason:
      'Without the ruleset its bypass list cannot be asked for, which the page of the check leaves unjudged where it is not shown.',
  },
  {
    checks: ['default-branch-protected'],
    member: 'bypass_actors',
    kinds: ['removed'],
    reason:
      "GitHub shows it to those alone who may change the ruleset (https://docs.github.com/rest/repos/rules); the check's page says that it is not judged for others.",
  },
  {
    checks: ['default-branch-protected'],
    member: 'current_user_can_bypass',
    kinds: ['removed'],
    reason: 'The list of whoever may bypass it is there as well, and says more. Without both the check cannot tell.',
  },
  {
    checks: ['default-branch-protected'],
    member: 'required_pull_request_reviews.bypass_pull_request_allowances',
    kinds: ['removed'],
    reason: 'GitHub leaves out what is not turned on: https://docs.github.com/rest/branches/branch-protection',
  },
  {
    checks: ['default-branch-protected'],
    member: 'required_pull_request_reviews',
    kinds: ['removed'],
    reason: 'GitHub leaves out what is not turned on: https://docs.github.com/rest/branches/branch-protection',
  },
  {
    checks: ['default-branch-protected'],
    member: 'required_status_checks',
    kinds: ['removed'],
    reason: 'GitHub leaves out what is not turned on: https://docs.github.com/rest/branches/branch-protection',
  },
]
