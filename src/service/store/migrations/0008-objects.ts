import type { Migration } from './migration.ts'

/** The bytes of files that the database keeps. */
export const objects: Migration = {
  version: 8,
  name: 'objects',
  async up({ schema }) {
    await schema
      .createTable('objects')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('complete', 'integer', (column) => column.notNull())
      .execute()
    await schema
      .createTable('object_chunks')
      .addColumn('object_id', 'text', (column) => column.notNull().references('objects.id'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'blob', (column) => column.notNull())
      .addPrimaryKeyConstraint('object_chunks_key', ['object_id', 'position'])
      .execute()
  },
}
