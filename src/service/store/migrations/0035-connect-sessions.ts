import type { Migration } from './migration.ts'

/** Uses of the connect dialog, and the one that an OAuth flow belongs to. */
export const connectSessions: Migration = {
  version: 35,
  name: 'connect-sessions',
  async up({ schema }) {
    await schema
      .createTable('connect_sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('connectors', 'text')
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('key_hash', 'text')
      .addColumn('claimed_until_ms', 'bigint', (column) => column.notNull())
      .addColumn('connection_id', 'text')
      .addColumn('problem', 'text')
      .execute()
    await schema.createIndex('connect_sessions_of').on('connect_sessions').columns(['organization_id', 'id']).execute()
    await schema.createIndex('connect_sessions_by_age').on('connect_sessions').columns(['expires_at_ms']).execute()
    await schema.alterTable('flows').addColumn('connect_session_id', 'text').execute()
  },
}
