import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The organizations that an OAuth app serves, the server at which it registered itself, and the hosts that may get its
 * secrets.
 */
export const appOwners: Migration = {
  version: 15,
  name: 'app-owners',
  async up(db) {
    const { schema } = db
    // '': a person entered it.
    await schema
      .alterTable('oauth_apps')
      .addColumn('issuer', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await schema.alterTable('oauth_apps').addColumn('destination', 'text').execute()
    await schema.alterTable('oauth_apps').addColumn('bound_to', 'text').execute()
    await schema
      .alterTable('oauth_apps')
      .addColumn('own_callback', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.dropIndex('oauth_apps_of_organization').execute()
    await schema
      .createIndex('oauth_apps_of_organization')
      .unique()
      .on('oauth_apps')
      .columns(['connector_id', 'organization_id', 'issuer'])
      .execute()
    // If there is one organization, the platform's apps were entered for it.
    await sql`
      update oauth_apps set bound_to = (select min(id) from organizations)
      where organization_id is null and (select count(*) from organizations) = 1`.execute(db)
  },
}
