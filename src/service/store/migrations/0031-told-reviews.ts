import type { Migration } from './migration.ts'

/** What was told of access reviews, and who retired a connector. */
export const toldReviews: Migration = {
  version: 31,
  name: 'told-reviews',
  async up({ schema }) {
    await schema.alterTable('access_reviews').addColumn('told', 'text').execute()
    await schema.alterTable('data_connectors').addColumn('retired_by', 'text').execute()
  },
}
