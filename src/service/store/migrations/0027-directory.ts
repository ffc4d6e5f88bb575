import { sql } from 'kysely'
import type { Migration, MigrationDatabase } from './migration.ts'

/** Who belongs to an organization, whose the accounts of its connections are, and what pages show of both. */
export const directory: Migration = {
  version: 27,
  name: 'directory',
  async up(db) {
    await createDirectoryTables(db)
    await createImportTables(db)
    await createLinkTables(db)
    await createViewTables(db)
  },
}

async function createDirectoryTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('directory_versions')
    .addColumn('organization_id', 'text', (column) => column.primaryKey().references('organizations.id'))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('directory_sources')
    // Of a connection: its id.
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    // Of a file; null: of a connection, which has a name of its own.
    .addColumn('file_name', 'text')
    .addColumn('covers', 'text', (column) => column.notNull())
    .addColumn('accounts_are_people', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('directory_sources_of_organization')
    .on('directory_sources')
    .columns(['organization_id', 'position', 'id'])
    .execute()
  await schema
    .createTable('directory_systems')
    .addColumn('connection_id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('enforced_domains', 'text', (column) => column.notNull())
    .addColumn('signs_in_by', 'text')
    .addColumn('exempt', 'text')
    .addForeignKeyConstraint('directory_systems_connection', ['connection_id', 'organization_id'], 'connections', [
      'id',
      'organization_id',
    ])
    .execute()
  await schema
    .createIndex('directory_systems_of_organization')
    .on('directory_systems')
    .columns(['organization_id', 'connection_id'])
    .execute()
  await schema
    .createTable('departures')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('departures_key', ['organization_id', 'person_id'])
    .execute()
}

async function createImportTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('people_imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('read_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('imported_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('imported_by', 'text')
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('tells', 'text', (column) => column.notNull())
    // 0: it is being written, or was replaced, and is hidden.
    .addColumn('shown', 'integer', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('people_imports_shown')
    .unique()
    .on('people_imports')
    .columns(['organization_id', 'source_id'])
    .where(sql.ref('shown'), '=', 1)
    .execute()
  await schema
    .createIndex('people_imports_of_organization')
    .on('people_imports')
    .columns(['organization_id', 'id'])
    .execute()
  await schema
    .createTable('people_import_pieces')
    .addColumn('import_id', 'text', (column) => column.notNull().references('people_imports.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('people_import_pieces_key', ['import_id', 'position'])
    .execute()
}

async function createLinkTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('account_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    // Without a reference, because people of a file have none.
    .addColumn('connection_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    // The id in a form whose bytes have the order of inventories.
    .addColumn('record_key', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    // The person, or the owner of a service.
    .addColumn('person_id', 'text')
    .addColumn('made_by', 'text', (column) => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('reason', 'text')
    .addColumn('expires', 'text')
    .addColumn('despite', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('ended_by', 'text')
    .addColumn('made_version', 'bigint', (column) => column.notNull())
    .addColumn('ended_version', 'bigint')
    .execute()
  await schema
    .createIndex('account_links_in_order')
    .on('account_links')
    .columns(['organization_id', 'connection_id', 'kind', 'record_key', 'made_version'])
    .execute()
  await schema
    .createIndex('account_links_kept')
    .unique()
    .on('account_links')
    .columns(['organization_id', 'connection_id', 'kind', 'record_key'])
    .where(sql.ref('ended_at_ms'), 'is', null)
    .execute()
  await schema
    .createIndex('account_links_by_age')
    .on('account_links')
    .columns(['organization_id', 'created_at_ms', 'id'])
    .execute()
  await schema
    .createIndex('account_links_of_person')
    .on('account_links')
    .columns(['organization_id', 'person_id', 'created_at_ms', 'id'])
    .execute()
  await schema
    .createTable('confirmed_aliases')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('sealed_address', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('expires', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('ended_by', 'text')
    .execute()
  await schema
    .createIndex('confirmed_aliases_by_age')
    .on('confirmed_aliases')
    .columns(['organization_id', 'created_at_ms', 'id'])
    .execute()
}

async function createViewTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('people_views')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    // Of everything that it was made from.
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('built_at_ms', 'bigint', (column) => column.notNull())
    // null: it is being written, or was replaced, and is hidden.
    .addColumn('sealed_head', 'text')
    .execute()
  await schema
    .createIndex('people_views_shown')
    .unique()
    .on('people_views')
    .column('organization_id')
    .where(sql.ref('sealed_head'), 'is not', null)
    .execute()
  await schema
    .createIndex('people_views_of_organization')
    .on('people_views')
    .columns(['organization_id', 'id'])
    .execute()
  await schema
    .createTable('people_view_pieces')
    .addColumn('view_id', 'text', (column) => column.notNull().references('people_views.id').onDelete('cascade'))
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    // Bits that at least one entry has.
    .addColumn('marks', 'integer', (column) => column.notNull())
    .addColumn('first_key', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('people_view_pieces_key', ['view_id', 'list', 'position'])
    .execute()
  await schema
    .createIndex('people_view_pieces_by_key')
    .on('people_view_pieces')
    .columns(['view_id', 'list', 'first_key'])
    .execute()
}
