import type { MovedChanges } from './moved-checks.ts'

export const changes: MovedChanges = {
  reworded: ['super-admins'],
  verdicts: [
    {
      check: 'super-admins',
      tests: ['an empty organization > super-admins ends as fail'],
      differences: ['check: fail → error incomplete_data', 'organization acme.okta.com: fail → none'],
      because: 'An organization has at least the person who connected: an answer without users says nothing.',
    },
  ],
}
