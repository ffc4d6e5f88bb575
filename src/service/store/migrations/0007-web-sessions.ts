import type { CreateTableBuilder } from 'kysely'
import type { Migration } from './migration.ts'

/** Browsers that are signed in, and the links that sign them in. */
export const webSessions: Migration = {
  version: 7,
  name: 'web sessions',
  async up({ schema }) {
    await addPersonColumns(schema.createTable('sign_in_links'))
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await addPersonColumns(schema.createTable('web_sessions'))
      .addColumn('id_hash', 'text', (column) => column.primaryKey())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('web_sessions_of_person')
      .on('web_sessions')
      .columns(['organization_id', 'user_id'])
      .execute()
  },
}

function addPersonColumns<Table extends string>(table: CreateTableBuilder<Table>) {
  return table
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
}
