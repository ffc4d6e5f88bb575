import { sql } from 'kysely'
import type { Migration, MigrationDatabase } from './migration.ts'

/** The newest inventory of each connection, kind and part; organizations that keep none. */
export const inventories: Migration = {
  version: 17,
  name: 'inventories',
  async up(db) {
    await createInventoryTables(db)
    await db.schema.alterTable('organization_profiles').addColumn('keeps_inventories', 'integer').execute()
  },
}

async function createInventoryTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('inventories')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('connection_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    // Empty: the only one of its kind. A unique index takes every null for another value.
    .addColumn('part', 'text', (column) => column.notNull())
    // Without a reference, because retention deletes runs.
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('read_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    // null: it is being written, or was replaced, and is hidden.
    .addColumn('sealed_head', 'text')
    .addForeignKeyConstraint('inventories_connection', ['connection_id', 'organization_id'], 'connections', [
      'id',
      'organization_id',
    ])
    .execute()
  await schema
    .createIndex('inventories_shown')
    .unique()
    .on('inventories')
    .columns(['connection_id', 'kind', 'part'])
    .where(sql.ref('sealed_head'), 'is not', null)
    .execute()
  await schema.createIndex('inventories_of_organization').on('inventories').columns(['organization_id', 'id']).execute()
  await schema.createIndex('inventories_by_age').on('inventories').columns(['read_at_ms', 'id']).execute()
  await schema
    .createIndex('inventories_hidden')
    .on('inventories')
    .column('id')
    .where(sql.ref('sealed_head'), 'is', null)
    .execute()
  await schema
    .createTable('inventory_pieces')
    .addColumn('inventory_id', 'text', (column) => column.notNull().references('inventories.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('inventory_pieces_key', ['inventory_id', 'position'])
    .execute()
}
