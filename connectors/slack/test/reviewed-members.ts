import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: 'all',
    member: 'response_metadata',
    kinds: ['removed', 'null'],
    reason: 'It marks the end of the list. The description of conversations.list and users.list does not require it.',
  },
]
