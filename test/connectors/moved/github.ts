import type { MovedChanges } from './moved-checks.ts'

const noMember =
  'The vendor of this scenario has no member and no owner, which every organization has. A caller who sees no owner does not see all members.'

export const changes: MovedChanges = {
  reworded: ['few-owners'],
  addedVariables: { 'members-two-factor': { accept_single_sign_on: { oneOf: [false] } } },
  verdicts: [
    {
      check: 'members-two-factor',
      tests: [
        'members-two-factor > passes for the organization when the filter lists nobody',
        'members-two-factor > waits as long as GitHub asks on a 429, then goes on',
      ],
      differences: ['check: pass → error permission', 'organization octo-org: pass → none'],
      because: `${noMember} Where there are members, each of them passes in place of the organization.`,
    },
    {
      check: 'members-two-factor',
      tests: ['members-two-factor > fails for each member that it lists, on every page'],
      differences: ['check: fail → error permission'],
      because: noMember,
    },
    {
      check: 'members-two-factor',
      tests: ['members-two-factor > keeps what it found when a later page is lost, and is an error'],
      differences: ['user 1: fail → none'],
      because:
        'The list of those without a second factor is read before the members are judged. The check cannot tell, as before, and its finding stays open.',
    },
  ],
}
