import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Waiting runs, in a table of their own; the processes that have runs; schedules. */
export const queue: Migration = {
  version: 5,
  name: 'queue',
  async up(db) {
    const { schema } = db
    await schema
      .alterTable('runs')
      .addColumn('trigger', 'text', (column) => column.notNull().defaultTo('request'))
      .execute()
    await schema.alterTable('runs').addColumn('began_at_ms', 'bigint').execute()
    await schema
      .alterTable('runs')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update runs set began_at_ms = started_at_ms, attempts = 1`.execute(db)
    // They have no owner any more: until now, runs belonged to one process.
    await sql`update runs set status = 'cancelled', finished_at_ms = started_at_ms where finished_at_ms is null`.execute(
      db,
    )

    await schema
      .createTable('run_jobs')
      .addColumn('run_id', 'text', (column) => column.primaryKey().references('runs.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('connection_id', 'text', (column) => column.notNull())
      .addColumn('connector_id', 'text', (column) => column.notNull())
      .addColumn('queued_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('losses', 'integer', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('is_cancelled', 'integer', (column) => column.notNull())
      .addColumn('is_dispatched', 'integer', (column) => column.notNull())
      .addColumn('progress', 'text', (column) => column.notNull())
      .execute()
    // Protects against mistakes of our programs: two runs of one connection at once would exceed the vendor's limits.
    await schema
      .createIndex('run_jobs_one_at_a_time')
      .unique()
      .on('run_jobs')
      .column('connection_id')
      .where(sql.ref('state'), '=', sql.lit('running'))
      .execute()
    await schema
      .createIndex('run_jobs_of_connection')
      .on('run_jobs')
      .columns(['connection_id', 'queued_at_ms', 'run_id'])
      .execute()
    await schema.createIndex('run_jobs_in_turn').on('run_jobs').columns(['state', 'queued_at_ms', 'run_id']).execute()
    await schema.createIndex('run_jobs_of_owner').on('run_jobs').column('owner').execute()
    await schema
      .createIndex('run_jobs_to_dispatch')
      .on('run_jobs')
      .columns(['queued_at_ms', 'run_id'])
      .where(sql.ref('is_dispatched'), '=', sql.lit(0))
      .execute()

    await schema
      .createTable('workers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('beat', 'bigint', (column) => column.notNull())
      .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
      .execute()

    await schema
      .createTable('schedules')
      .addColumn('connection_id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('connector_id', 'text', (column) => column.notNull())
      .addColumn('cron', 'text', (column) => column.notNull())
      .addColumn('time_zone', 'text', (column) => column.notNull())
      .addColumn('checks', 'text')
      .addColumn('spread', 'integer', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('next_at_ms', 'bigint')
      .addColumn('computed_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('last_run_id', 'text')
      .addColumn('skipped_because', 'text')
      .addForeignKeyConstraint('schedules_connection', ['connection_id', 'organization_id'], 'connections', [
        'id',
        'organization_id',
      ])
      .execute()
    await schema.createIndex('schedules_due').on('schedules').column('next_at_ms').execute()
    await schema.createIndex('schedules_computed').on('schedules').column('computed_at_ms').execute()
    await schema
      .createIndex('schedules_of_organization')
      .on('schedules')
      .columns(['organization_id', 'connection_id'])
      .execute()
  },
}
