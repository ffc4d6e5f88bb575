import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown while a verdict stands, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: 'all',
    member: 'nextPageToken',
    kinds: ['removed', 'null'],
    reason: 'The last page has no token, and Google writes no number of items beside it.',
  },
]
