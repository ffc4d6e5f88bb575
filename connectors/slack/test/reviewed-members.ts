import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['second-factor'],
    member: 'team.sso_provider',
    kinds: ['removed'],
    reason: 'Without single sign-on, everybody needs a second factor of Slack, and members who have one pass.',
  },
  {
    checks: ['second-factor'],
    member: 'team.sso_provider.type',
    kinds: ['removed', 'unknown word'],
    reason: 'The check reads it only for members without a second factor of Slack. Members who have one pass anyway.',
  },
  {
    checks: ['shared-channels'],
    member: 'channels[].name',
    kinds: ['unknown word'],
    reason: 'A name may have any value. Other members show whether the channel is shared.',
  },
  {
    checks: 'all',
    member: 'response_metadata',
    kinds: ['removed', 'null', 'wrong type'],
    reason: 'It marks the end of the list. The description of conversations.list and users.list does not require it.',
  },
  {
    checks: ['second-factor'],
    member: 'members[].has_2fa',
    kinds: ['removed'],
    reason:
      'If a person confirmed that single sign-on requires a second factor, the verdict follows from that. A factor of Slack is not needed.',
  },
]
