import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['changes-approved'],
    member: 'issues[].changelog.histories[].author.accountId',
    kinds: ['unknown word'],
    reason: 'An id may have any value. Another id means another person.',
  },
  {
    checks: ['changes-approved'],
    member: 'issues[].changelog.histories[].items[].from',
    kinds: ['null'],
    reason: 'Null means that the issue had no assignee before.',
  },
  {
    checks: ['changes-approved'],
    member: 'issues[].changelog.histories[].items[].from',
    kinds: ['unknown word'],
    reason: 'An id may have any value. Another id means another person.',
  },
]
