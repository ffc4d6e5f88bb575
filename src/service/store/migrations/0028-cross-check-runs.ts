import { sql } from 'kysely'
import { addOrganizationColumn, type Migration } from './migration.ts'

/** Runs of cross-checks, and organizations with inventories that no cross-check has seen. */
export const crossCheckRuns: Migration = {
  version: 28,
  name: 'cross-check-runs',
  async up({ schema }) {
    await schema.alterTable('runs').addColumn('cross_check_id', 'text').execute()
    await schema
      .createIndex('runs_of_cross_check')
      .on('runs')
      .columns(['organization_id', 'cross_check_id', 'started_at_ms', 'id'])
      .where(sql.ref('cross_check_id'), 'is not', null)
      .execute()
    await addOrganizationColumn(schema.createTable('inventory_changes'))
      // 1: lists were read that no cross-check was started for.
      .addColumn('is_pending', 'integer', (column) => column.notNull())
      // When cross-checks were last started because of a change; 0: never.
      .addColumn('judged_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('inventory_changes_key', ['organization_id'])
      .execute()
    await schema
      .createIndex('inventory_changes_pending')
      .on('inventory_changes')
      .columns(['judged_at_ms', 'organization_id'])
      .where(sql.ref('is_pending'), '=', sql.lit(1))
      .execute()
  },
}
