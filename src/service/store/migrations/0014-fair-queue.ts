import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The queue of runs serves organizations in turn, so each run keeps its turn in the round. */
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
    // Every upload needs the number of bytes.
    await schema.createIndex('files_bytes').on('files').columns(['organization_id', 'size_bytes']).execute()
    // Who made a key, because keys that a key makes share its rate.
    await schema.alterTable('api_keys').addColumn('minted_by', 'text').execute()
  },
}
