import { sql } from 'kysely'
import { moveResults } from './0006-move-results.ts'
import type { Migration, MigrationDatabase } from './migration.ts'

/** Lasting data of runs: results as rows, findings over time, newest outcomes, waivers. */
export const runData: Migration = {
  version: 6,
  name: 'run data',
  async up(db) {
    await createResultTables(db)
    await createFindingTables(db)
    await createStandingTables(db)
    await createWaiverTable(db)
    await moveResults(db)
    // For retention: whether an object has a file.
    await db.schema.createIndex('files_by_object_key').on('files').column('object_key').execute()
    await db.schema.dropTable('run_results').execute()
  },
}

async function createResultTables({ schema }: MigrationDatabase): Promise<void> {
  // A set that is being written has no head, and is hidden. One set of a run gets a head when the run ends.
  await schema
    .createTable('result_sets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('staged_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('head', 'text')
    .addColumn('places', 'text')
    .execute()
  await schema
    .createIndex('result_sets_of_run')
    .unique()
    .on('result_sets')
    .column('run_id')
    .where(sql.ref('head'), 'is not', null)
    .execute()
  await schema.createIndex('result_sets_by_run').on('result_sets').columns(['run_id', 'id']).execute()
  await schema
    .createIndex('result_sets_staged')
    .on('result_sets')
    .column('staged_at_ms')
    .where(sql.ref('head'), 'is', null)
    .execute()

  await schema
    .createTable('results')
    .addColumn('set_id', 'text', (column) => column.notNull().references('result_sets.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('check_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('severity', 'text', (column) => column.notNull())
    .addColumn('waived', 'integer', (column) => column.notNull())
    .addColumn('finding_id', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('results_key', ['set_id', 'number'])
    .execute()
  await schema.createIndex('results_by_status').on('results').columns(['set_id', 'status', 'number']).execute()
}

async function createFindingTables({ schema }: MigrationDatabase): Promise<void> {
  await addConnectionColumns(schema.createTable('findings'), 'findings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('connector_id', 'text', (column) => column.notNull())
    .addColumn('check_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('resolution', 'text')
    .addColumn('severity', 'text', (column) => column.notNull())
    .addColumn('waived', 'integer', (column) => column.notNull())
    .addColumn('controls', 'text', (column) => column.notNull())
    // Without a reference, because retention deletes runs and findings stay.
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('first_seen_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('findings_by_change')
    .on('findings')
    .columns(['organization_id', 'changed_at_ms', 'id'])
    .execute()
  await schema
    .createIndex('findings_failing')
    .on('findings')
    .columns(['organization_id', 'changed_at_ms', 'id'])
    .where(sql.ref('state'), '<>', sql.lit('resolved'))
    .execute()
  await schema
    .createIndex('findings_of_check')
    .on('findings')
    .columns(['connection_id', 'check_id', 'id'])
    .where(sql.ref('state'), '<>', sql.lit('resolved'))
    .execute()
  await schema
    .createIndex('findings_of_connection_by_change')
    .on('findings')
    .columns(['connection_id', 'changed_at_ms', 'id'])
    .execute()

  await schema
    .createTable('finding_events')
    // Without a reference, because the history of a finding is written before the finding, which must still have its
    // earlier state then.
    .addColumn('finding_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('resolution', 'text')
    .addPrimaryKeyConstraint('finding_events_key', ['finding_id', 'run_id'])
    .execute()
}

async function createStandingTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('newest_outcomes')
    .addColumn('connection_id', 'text', (column) => column.notNull().references('connections.id'))
    .addColumn('check_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('complete', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('newest_outcomes_key', ['connection_id', 'check_id'])
    .execute()
  // For retention: whether a run is the newest with an outcome of some check.
  await schema.createIndex('newest_outcomes_of_run').on('newest_outcomes').column('run_id').execute()

  await addConnectionColumns(schema.createTable('daily_standings'), 'daily_standings')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('pass', 'integer', (column) => column.notNull())
    .addColumn('fail', 'integer', (column) => column.notNull())
    .addColumn('manual', 'integer', (column) => column.notNull())
    .addColumn('not_applicable', 'integer', (column) => column.notNull())
    .addColumn('error', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_standings_key', ['organization_id', 'day', 'connection_id'])
    .execute()
}

async function createWaiverTable({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('waivers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('waiver', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at_ms', 'bigint')
    .execute()
  await schema
    .createIndex('waivers_by_creation')
    .on('waivers')
    .columns(['organization_id', 'created_at_ms', 'id'])
    .execute()
}

/** The database itself prevents a row from naming another organization's connection. */
function addConnectionColumns<Table extends string>(
  table: ReturnType<MigrationDatabase['schema']['createTable']>,
  name: Table,
) {
  return table
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('connection_id', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(`${name}_connection`, ['connection_id', 'organization_id'], 'connections', [
      'id',
      'organization_id',
    ])
}
