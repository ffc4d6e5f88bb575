import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Connectors that operators add as files, and what stored secrets were entered for. */
export const connectorsAsData: Migration = {
  version: 23,
  name: 'connectors-as-data',
  async up({ schema }) {
    await schema
      .createTable('data_connectors')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('publisher', 'text', (column) => column.notNull())
      .addColumn('published_sha256', 'text')
      .addColumn('retired_at_ms', 'bigint')
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('connector_versions')
      .addColumn('connector_id', 'text', (column) => column.notNull().references('data_connectors.id'))
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('destination', 'text', (column) => column.notNull())
      .addColumn('posts', 'text', (column) => column.notNull())
      .addColumn('added_by', 'text', (column) => column.notNull())
      .addColumn('added_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('published_by', 'text')
      .addColumn('published_at_ms', 'bigint')
      .addPrimaryKeyConstraint('connector_versions_key', ['connector_id', 'sha256'])
      .execute()
    await schema
      .createTable('connector_moves')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('connector_id', 'text', (column) => column.notNull().references('data_connectors.id'))
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('connections', 'integer', (column) => column.notNull())
      .addColumn('moved_by', 'text', (column) => column.notNull())
      .addColumn('moved_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('undone_by', 'text')
      .addColumn('undone_at_ms', 'bigint')
      .execute()
    await schema.createIndex('connector_moves_of_connector').on('connector_moves').column('connector_id').execute()
    // null: of code, or of a file that a process loads by itself.
    await schema.alterTable('connections').addColumn('connector_sha256', 'text').execute()
    await schema.alterTable('connections').addColumn('before_sha256', 'text').execute()
    await schema.alterTable('connections').addColumn('move_id', 'text').execute()
    await schema
      .createIndex('connections_by_connector')
      .on('connections')
      .columns(['connector_id', 'connector_sha256'])
      .execute()
    // null: entered before destinations were stored.
    await schema.alterTable('credentials').addColumn('destination', 'text').execute()
    await schema.alterTable('flows').addColumn('connector_sha256', 'text').execute()
    await schema.alterTable('flows').addColumn('connector_destination', 'text').execute()
    // '': of a connector as code, which may change by a release alone.
    await schema
      .alterTable('oauth_apps')
      .addColumn('connector_destination', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    for (const index of ['oauth_apps_of_organization', 'oauth_apps_of_platform'])
      await schema.dropIndex(index).execute()
    await schema
      .createIndex('oauth_apps_of_organization')
      .unique()
      .on('oauth_apps')
      .columns(['connector_id', 'organization_id', 'issuer', 'connector_destination'])
      .execute()
    await schema
      .createIndex('oauth_apps_of_platform')
      .unique()
      .on('oauth_apps')
      .columns(['connector_id', 'connector_destination'])
      .where(sql.ref('organization_id'), 'is', null)
      .execute()
  },
}
