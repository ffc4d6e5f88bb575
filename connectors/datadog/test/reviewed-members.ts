import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown, each with the reason why the verdict is still right. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['monitors-notify'],
    member: '[].options.silenced',
    kinds: ['removed', 'null'],
    reason: 'It is deprecated, and newer answers leave it out: matching_downtimes has what mutes a monitor.',
  },
  {
    checks: ['monitors-notify'],
    member: '[].options.silenced.*',
    kinds: ['removed'],
    reason:
      'Its name is the group that is muted, or "*" for all. Without it, the monitor is not muted, and single groups do not decide.',
  },
  {
    checks: ['monitors-notify'],
    member: '[].draft_status',
    kinds: ['removed'],
    reason: 'The default is "published" by the description of the API. Older answers do not have it.',
  },
]
