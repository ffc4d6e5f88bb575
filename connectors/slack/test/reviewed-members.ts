import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['second-factor'],
    member: 'team.sso_provider',
    kinds: ['removed'],
    reason: 'Without single sign-on everybody is held to a second factor of Slack, and whoever has one passes.',
  },
  {
    checks: ['second-factor'],
    member: 'team.sso_provider.type',
    kinds: ['removed', 'unknown word'],
    reason: 'It is read only for members without a second factor of Slack; whoever has one passes without it.',
  },
  {
    checks: ['shared-channels'],
    member: 'channels[].name',
    kinds: ['unknown word'],
    reason: 'A name is no word. Whether the channel is shared is told apart from it.',
  },
  {
    checks: 'all',
    member: 'response_metadata',
    kinds: ['removed', 'null', 'wrong type'],
    reason: 'The end of the list: the description of conversations.list and users.list does not demand it.',
  },
  {
    checks: ['second-factor'],
    member: 'members[].has_2fa',
    kinds: ['removed'],
    reason:
      'Where somebody confirmed that single sign-on demands a second factor, the verdict rests on that, and a factor of Slack is not needed.',
  },
]
