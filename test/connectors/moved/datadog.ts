import type { MovedChanges } from './moved-checks.ts'

export const changes: MovedChanges = {
  reworded: ['api-keys'],
  verdicts: [
    {
      check: 'api-keys',
      tests: [
        'api-keys: keys young and old, on several pages > gives its verdicts, after a pause where Datadog asks for one',
      ],
      differences: ['check: fail → error incomplete_data', 'check: pass → error incomplete_data'],
      because: 'The check names total_filtered_count, which Datadog sends and these made-up answers lack.',
    },
    {
      check: 'api-keys',
      tests: ['api-keys cannot tell of a key of the future > and ends as error'],
      differences: ['check: error schema_drift → error incomplete_data'],
      because: 'One key is undecided, and the others are judged. Before, the first such key ended the check.',
    },
  ],
}
