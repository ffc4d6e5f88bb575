import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Findings of results that need review and that a person refused. */
export const refusedFindings: Migration = {
  version: 26,
  name: 'refused-findings',
  async up({ schema }) {
    await schema.alterTable('findings').addColumn('judgement_id', 'text').execute()
    await schema
      .createIndex('findings_refused')
      .on('findings')
      .columns(['organization_id', 'judgement_id'])
      .where(sql.ref('judgement_id'), 'is not', null)
      .execute()
    await schema.alterTable('finding_events').addColumn('judgement_id', 'text').execute()
    // Of an event that a person caused by a judgement. Its `run_id` is an id of its own, because a run may be followed by several.
    await schema.alterTable('finding_events').addColumn('judged_run_id', 'text').execute()
  },
}
