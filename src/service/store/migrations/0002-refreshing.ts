import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Leases that processes share, and the time to refresh the access token of a connection. */
export const refreshing: Migration = {
  version: 2,
  name: 'refreshing',
  async up(db) {
    await db.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute()

    const credentials = db.schema.alterTable('credentials')
    await credentials.addColumn('refresh_at_ms', 'bigint').execute()
    await credentials.addColumn('refresh_failures', 'integer', (column) => column.notNull().defaultTo(0)).execute()
    // For tokens that are already stored: the longest margin.
    await sql`update credentials set refresh_at_ms = expires_at_ms - 60000 where expires_at_ms is not null`.execute(db)
  },
}
