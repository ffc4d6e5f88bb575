import { sql } from 'kysely'
import type { Migration, MigrationDatabase } from './migration.ts'

/** Roles, operators and sign-in by OpenID Connect; waivers with their connections; creators of API keys. */
export const people: Migration = {
  version: 13,
  name: 'people',
  async up(db) {
    await createPeopleTables(db)
    await createIssuerTables(db)
    await widenSessions(db)
    await db.schema.alterTable('api_keys').addColumn('user_id', 'text').execute()
    await nameOperators(db)
    await reviewWaivers(db)
  },
}

async function createPeopleTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('operators')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('named_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('operators_key', ['organization_id', 'user_id'])
    .execute()
  await addRoleColumns(schema.createTable('memberships'))
    .addPrimaryKeyConstraint('memberships_key', ['organization_id', 'user_id'])
    .execute()
  await addRoleColumns(schema.createTable('invitations'))
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute()
}

async function createIssuerTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('sign_in_issuers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('sealed_secret', 'text')
    .addColumn('domains', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('sign_in_issuers_of').on('sign_in_issuers').columns(['organization_id', 'id']).execute()
  await schema
    .createTable('sign_in_identities')
    .addColumn('issuer_id', 'text', (column) => column.notNull().references('sign_in_issuers.id').onDelete('cascade'))
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('bound_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sign_in_identities_key', ['issuer_id', 'subject'])
    // If an address is given to somebody else, it comes with another subject, and must not become the same person.
    .addUniqueConstraint('sign_in_identities_of_person', ['issuer_id', 'user_id'])
    .execute()
}

async function widenSessions({ schema }: MigrationDatabase): Promise<void> {
  for (const table of ['sign_in_links', 'web_sessions']) {
    await schema.alterTable(table).addColumn('period_from', 'text').execute()
    await schema.alterTable(table).addColumn('period_to', 'text').execute()
  }
  await schema.alterTable('web_sessions').addColumn('signed_in_at_ms', 'bigint').execute()
  await schema
    .alterTable('web_sessions')
    .addColumn('may_operate', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}

/** The operator of the service has signed in as this person and set up the platform. They keep that right. */
async function nameOperators(db: MigrationDatabase): Promise<void> {
  await sql`insert into operators (organization_id, user_id, named_at_ms)
    select organization_id, id, 0 from users where id = 'operator' and email = 'operator@localhost'`.execute(db)
}

/** They were valid on every connection, which perhaps nobody intended. */
async function reviewWaivers(db: MigrationDatabase): Promise<void> {
  await db.schema
    .alterTable('waivers')
    .addColumn('needs_review', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // The text is a non-empty JSON object.
  await sql`update waivers set needs_review = 1, waiver = ${sql.lit('{"allConnections":true,')} || substr(waiver, 2)`.execute(
    db,
  )
}

function addRoleColumns(table: ReturnType<MigrationDatabase['schema']['createTable']>) {
  return table
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('period_from', 'text')
    .addColumn('period_to', 'text')
}
