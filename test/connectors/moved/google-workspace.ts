import type { MovedChanges } from './moved-checks.ts'

export const changes: MovedChanges = {
  reworded: ['super-admins', 'stale-users'],
  verdicts: [
    {
      check: 'stale-users',
      tests: ['no last sign-in', 'a sign-in that cannot be read', 'a sign-in to come'].map(
        (about) => `what cannot be told > stale-users: ${about} is schema drift`,
      ),
      differences: ['check: error schema_drift → error incomplete_data'],
      because: 'One account is undecided, and the others are judged. Before, the first such account ended the check.',
    },
  ],
}
