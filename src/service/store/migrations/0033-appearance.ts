import type { Migration } from './migration.ts'

/** What an organization shows in place of the platform's name, colour, logo and language. */
export const appearance: Migration = {
  version: 33,
  name: 'appearance',
  async up({ schema }) {
    await schema
      .createTable('appearances')
      .addColumn('organization_id', 'text', (column) => column.primaryKey().references('organizations.id'))
      .addColumn('name', 'text')
      .addColumn('colour', 'text')
      .addColumn('language', 'text')
      .addColumn('logo_id', 'text')
      .addColumn('logo_type', 'text')
      .addColumn('logo_base64', 'text')
      .execute()
    await schema.createIndex('appearances_by_logo').on('appearances').columns(['logo_id']).execute()
  },
}
