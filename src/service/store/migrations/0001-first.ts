import { sql } from 'kysely'
import { addOrganizationColumn, type Migration, type MigrationDatabase } from './migration.ts'

/** Organizations, people and API keys, OAuth apps, connections with their credentials, runs, and the wrapped keys. */
export const first: Migration = {
  version: 1,
  name: 'first',
  async up(db) {
    await createWorkspaceTables(db)
    await createConnectingTables(db)
    await createRunTables(db)
    await createKeyTables(db)
  },
}

async function createWorkspaceTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('organizations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()

  await addOrganizationColumn(schema.createTable('users'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('deactivated', 'integer')
    .addPrimaryKeyConstraint('users_key', ['organization_id', 'id'])
    .execute()

  await addOrganizationColumn(schema.createTable('api_keys'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint')
    .addColumn('revoked_at_ms', 'bigint')
    .addColumn('last_used_at_ms', 'bigint')
    .execute()
  await schema.createIndex('api_keys_of_organization').on('api_keys').column('organization_id').execute()
}

async function createConnectingTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('oauth_apps')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('connector_id', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'text', (column) => column.references('organizations.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('secrets', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('oauth_apps_of_organization')
    .unique()
    .on('oauth_apps')
    .columns(['connector_id', 'organization_id'])
    .execute()
  // A unique index treats two NULLs as different values.
  await schema
    .createIndex('oauth_apps_of_platform')
    .unique()
    .on('oauth_apps')
    .column('connector_id')
    .where(sql.ref('organization_id'), 'is', null)
    .execute()

  await addOrganizationColumn(schema.createTable('connections'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('connector_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('state_reason', 'text')
    .addColumn('variables', 'text', (column) => column.notNull())
    .addColumn('granted_scopes', 'text')
    .addColumn('user_id', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
    // The database itself prevents flows and runs from naming another organization's connection.
    .addUniqueConstraint('connections_with_organization', ['id', 'organization_id'])
    .execute()
  await schema
    .createIndex('connections_by_creation')
    .on('connections')
    .columns(['organization_id', 'created_at_ms'])
    .execute()

  await schema
    .createTable('credentials')
    .addColumn('connection_id', 'text', (column) =>
      column.primaryKey().references('connections.id').onDelete('cascade'),
    )
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('sealed_values', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint')
    .execute()

  await addOrganizationColumn(schema.createTable('flows'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state_hash', 'text', (column) => column.notNull().unique())
    .addColumn('binding_hash', 'text', (column) => column.notNull())
    .addColumn('connector_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('connection_id', 'text')
    .addColumn('return_to', 'text')
    .addColumn('redirect_uri', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('secrets', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addForeignKeyConstraint('flows_connection', ['connection_id', 'organization_id'], 'connections', [
      'id',
      'organization_id',
    ])
    .execute()
  await schema.createIndex('flows_by_expiry').on('flows').column('expires_at_ms').execute()
}

async function createRunTables({ schema }: MigrationDatabase): Promise<void> {
  await addOrganizationColumn(schema.createTable('runs'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('connection_id', 'text', (column) => column.notNull())
    .addColumn('connector_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('finished_at_ms', 'bigint')
    .addForeignKeyConstraint('runs_connection', ['connection_id', 'organization_id'], 'connections', [
      'id',
      'organization_id',
    ])
    .execute()
  await schema.createIndex('runs_by_start').on('runs').columns(['organization_id', 'started_at_ms']).execute()
  await schema.createIndex('runs_of_connection').on('runs').columns(['connection_id', 'started_at_ms']).execute()

  // Separate from the runs, because listing them must not read results, which can be megabytes each.
  await schema
    .createTable('run_results')
    .addColumn('run_id', 'text', (column) => column.primaryKey().references('runs.id').onDelete('cascade'))
    .addColumn('result', 'text', (column) => column.notNull())
    .execute()

  await schema
    .createTable('check_states')
    .addColumn('connection_id', 'text', (column) => column.notNull().references('connections.id').onDelete('cascade'))
    .addColumn('check_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('check_states_key', ['connection_id', 'check_id'])
    .execute()
}

async function createKeyTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('data_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.unique().references('organizations.id'))
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('wrapped', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  // Over an expression that is the same for all such rows, because a unique index treats two NULLs as different values.
  await schema
    .createIndex('data_keys_of_platform')
    .unique()
    .on('data_keys')
    .expression(sql`(organization_id is null)`)
    .where(sql.ref('organization_id'), 'is', null)
    .execute()

  await schema
    .createTable('key_checks')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('wrapped', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
}
