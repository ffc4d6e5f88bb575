import type { MovedChanges } from './moved-checks.ts'

export const changes: MovedChanges = {
  reworded: ['few-owners'],
  verdicts: [
    {
      check: 'few-owners',
      tests: ['few-owners cannot tell of a member without is_owner > and ends as error'],
      differences: [
        'check: error schema_drift → error incomplete_data',
        'check: error schema_drift → fail',
        'workspace workspace: none → fail',
      ],
      because: 'One member is fewer than two owners whether or not it is one. Where the flag decides, nobody can tell.',
    },
  ],
}
