import type { Migration } from './migration.ts'

/** What processes have used up of the rates that they share. */
export const rates: Migration = {
  version: 11,
  name: 'rates',
  async up({ schema }) {
    await schema
      .createTable('rates')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('used_until_us', 'bigint', (column) => column.notNull())
      .execute()
  },
}
