import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: 'all',
    member: 'response_metadata',
    kinds: ['removed', 'null'],
    reason: 'It marks the end of the list. The description of conversations.list and users.list does not require it.',
  },
  {
    checks: ['second-factor'],
    member: 'members[].team_id',
    kinds: ['removed', 'null', 'unknown word'],
    reason: 'Another workspace is one that signs the person in. Without it, the person is of this one.',
  },
  {
    checks: ['second-factor'],
    member: 'team.id',
    kinds: ['unknown word'],
    reason: 'Every id is the id of a workspace, and people of others are not judged.',
  },
]
