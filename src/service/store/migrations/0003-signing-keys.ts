import type { Migration } from './migration.ts'

/** The keys that sign evidence; the private halves are sealed. */
export const signingKeys: Migration = {
  version: 3,
  name: 'signing keys',
  async up(db) {
    await db.schema
      .createTable('signing_keys')
      .addColumn('fingerprint', 'text', (column) => column.primaryKey())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('sealed_private_key', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
