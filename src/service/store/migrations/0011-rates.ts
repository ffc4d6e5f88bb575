import type { Migration } from './migration.ts'

/** The used part of rates that processes share. */
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
