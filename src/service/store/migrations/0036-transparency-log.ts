import type { Migration } from './migration.ts'

/** A transparency log per organization. */
export const transparencyLog: Migration = {
  version: 36,
  name: 'transparency-log',
  async up({ schema }) {
    await schema
      .createTable('log_entries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('log_entries_of').on('log_entries').columns(['organization_id', 'id']).execute()
    await schema
      .createTable('log_leaves')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('record', 'text')
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('log_leaves_pk', ['organization_id', 'number'])
      .execute()
    await schema
      .createIndex('log_leaves_about')
      .on('log_leaves')
      .columns(['organization_id', 'subject', 'kind', 'number'])
      .execute()
    await schema
      .createTable('log_nodes')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('level', 'integer', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('log_nodes_pk', ['organization_id', 'level', 'position'])
      .execute()
    await schema
      .createTable('log_heads')
      .addColumn('organization_id', 'text', (column) => column.primaryKey())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('nodes', 'text', (column) => column.notNull())
      .execute()
  },
}
