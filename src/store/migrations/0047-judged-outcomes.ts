import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Keeps how many results of an outcome people have judged, so that the trend and the overview read numbers, and not the results. They are
 * counted when somebody asks next. Connections that never ran get an index.
 */
export const judgedOutcomes: Migration = {
  version: 47,
  name: 'judged-outcomes',
  async up({ schema }) {
    for (const column of ['accepted_results', 'refused_results'])
      await schema
        .alterTable('newest_outcomes')
        .addColumn(column, 'integer', (each) => each.notNull().defaultTo(0))
        .execute()
    await schema.dropIndex('newest_outcomes_judged').execute()
    // All that a tally reads, so that no row is looked up.
    await schema
      .createIndex('newest_outcomes_judged')
      .on('newest_outcomes')
      .columns(['organization_id', 'decided', 'status', 'standing', 'at_ms'])
      .columns(['manual_results', 'accepted_results', 'refused_results', 'connector_id'])
      .where(sql.ref('present'), '=', sql.lit(1))
      .where(sql<boolean>`(accepted_results > 0 or refused_results > 0 or standing <> status)`)
      .execute()
    // They are counted, and many of them may be new.
    await schema
      .createIndex('connections_never_run')
      .on('connections')
      .columns(['organization_id', 'urgency', 'connector_id'])
      .where(sql.ref('last_run_at_ms'), '=', sql.lit(0))
      .execute()
  },
}
