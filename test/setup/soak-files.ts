/**
 * Files that `npm run soak` alone runs, because others try what they are about in less time: beside each, where. To run one by itself, write
 * `vitest run --mode soak <file>`.
 */
export const soakFiles: readonly string[] = [
  // Each page in the dark and on a phone: `every-page.test.ts`, and the stories of the chairs.
  'test/browser/frame.test.ts',
  'test/browser/results.test.ts',
  // Forms and lists of one thing each: the tests of their pages in `test/things` and `test/app/pages`.
  'test/browser/access-reviews.test.ts',
  'test/browser/answer-trial.test.ts',
  'test/browser/areas.test.ts',
  'test/browser/data-connectors.test.ts',
  'test/browser/dialog.test.ts',
  'test/browser/live-run.test.ts',
  'test/browser/own-frameworks.test.ts',
  'test/browser/packages/packages-page.test.ts',
  'test/browser/person-choice.test.ts',
  // Further files on the auditor's page: `package.test.ts` and `bundle.test.ts` beside them.
  'test/browser/auditor-page/given.test.ts',
  'test/browser/auditor-page/hostile.test.ts',
  'test/browser/auditor-page/kinds.test.ts',
  'test/browser/auditor-page/reviews.test.ts',
  // Descriptions of real vendors: `small-descriptions.test.ts` has each form that they have.
  'test/author/new/corpus/provider-files.test.ts',
  // A second real product: `node-red.test.ts`.
  'test/products/unleash.test.ts',
  // Growth over two sizes, and plans of large tables: `flat-memory.test.ts`, and the plans of SQLite.
  'test/things/runtime/keep-run.test.ts',
  'test/things/all-stores/plans-postgres.test.ts',
  // Processes that are killed: `killed-writer.test.ts`.
  'test/things/runs/killed-retention.test.ts',
]
