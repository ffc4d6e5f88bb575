import type { Migration } from './migration.ts'

/** Packages for auditors, and the runs that they name. */
export const packages: Migration = {
  version: 37,
  name: 'packages',
  async up({ schema }) {
    await schema
      .createTable('packages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
      .addColumn('framework', 'text', (column) => column.notNull())
      .addColumn('period_from', 'text', (column) => column.notNull())
      .addColumn('period_to', 'text', (column) => column.notNull())
      .addColumn('manifest_sha256', 'text', (column) => column.notNull())
      .addColumn('gaps', 'bigint', (column) => column.notNull())
      .addColumn('file_id', 'text')
      .addColumn('is_whole', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('made_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('packages_of').on('packages').columns(['organization_id', 'made_at_ms', 'id']).execute()
    await schema
      .createTable('package_runs')
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('package_id', 'text', (column) => column.notNull().references('packages.id'))
      .addPrimaryKeyConstraint('package_runs_pk', ['run_id', 'package_id'])
      .execute()
  },
}
