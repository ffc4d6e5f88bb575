import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The queue of runs is served in turn by organization: a run's turn in the round is kept with it. */
export const fairQueue: Migration = {
  version: 14,
  name: 'fair-queue',
  async up({ schema }) {
    await schema
      .alterTable('run_jobs')
      .addColumn('turn', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.dropIndex('run_jobs_in_turn').execute()
    await schema.dropIndex('run_jobs_to_dispatch').execute()
    await schema
      .createIndex('run_jobs_in_turn')
      .on('run_jobs')
      .columns(['state', 'turn', 'queued_at_ms', 'run_id'])
      .execute()
    await schema
      .createIndex('run_jobs_to_dispatch')
      .on('run_jobs')
      .columns(['turn', 'queued_at_ms', 'run_id'])
      .where(sql.ref('is_dispatched'), '=', sql.lit(0))
      .execute()
    await schema.createIndex('run_jobs_of_organization').on('run_jobs').columns(['organization_id', 'turn']).execute()
    // Every upload asks how many bytes there are.
    await schema.createIndex('files_bytes').on('files').columns(['organization_id', 'size_bytes']).execute()
    // Who made a key: keys that a key makes share its rate.
    await schema.alterTable('api_keys').addColumn('minted_by', 'text').execute()
  },
}
