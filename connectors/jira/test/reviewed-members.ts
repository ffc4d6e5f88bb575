import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['changes-approved'],
    member: 'issues[].fields.assignee',
    kinds: ['null'],
    reason: 'Null means that nobody is assigned; those who once were are read from the history.',
  },
  {
    checks: ['changes-approved'],
    member: 'issues[].fields.assignee.accountId',
    kinds: ['unknown word'],
    reason: 'An id is no word: another one is another person.',
  },
  {
    checks: ['changes-approved'],
    member: 'issues[].changelog.histories[].author.accountId',
    kinds: ['unknown word'],
    reason: 'An id is no word: another one is another person.',
  },
  {
    checks: ['changes-approved'],
    member: 'issues[].changelog.histories[].items[].from',
    kinds: ['null'],
    reason: 'Null means that nobody was assigned before.',
  },
  {
    checks: ['changes-approved'],
    member: 'issues[].changelog.histories[].items[].from',
    kinds: ['unknown word'],
    reason: 'An id is no word: another one is another person.',
  },
]
