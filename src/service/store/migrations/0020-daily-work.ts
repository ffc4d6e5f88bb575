import type { Migration } from './migration.ts'

/** Sign-in links that administrators make, and names of API keys. */
export const dailyWork: Migration = {
  version: 20,
  name: 'daily-work',
  async up({ schema }) {
    await schema
      .alterTable('sign_in_links')
      .addColumn('may_operate', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await schema.alterTable('api_keys').addColumn('name', 'text').execute()
  },
}
