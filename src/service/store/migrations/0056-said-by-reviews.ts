import type { Migration } from './migration.ts'

/**
 * Keeps what a finished access review says for controls, so that whoever judges these does not read the whole review and count its accounts. It is
 * found out when somebody asks next, and again when more was seen of what has to be removed or changed.
 */
export const saidByReviews: Migration = {
  version: 56,
  name: 'said-by-reviews',
  async up({ schema }) {
    const table = () => schema.alterTable('access_reviews')
    await table().addColumn('said', 'text').execute()
    await table()
      .addColumn('follows', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
