import type { Migration } from './migration.ts'

/** Connectors that are switched off for new connections. */
export const disabledConnectors: Migration = {
  version: 10,
  name: 'disabled-connectors',
  async up({ schema }) {
    await schema
      .createTable('disabled_connectors')
      .addColumn('connector_id', 'text', (column) => column.primaryKey())
      .addColumn('disabled_at_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
