import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Keeps how many results of an outcome people have judged, so that the trend and the overview read numbers, and not the results. They are
 * counted when somebody asks next, and get their index with the numbers of weeks. Connections that never ran get an index.
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
    // They are counted, and many of them may be new.
    await schema
      .createIndex('connections_never_run')
      .on('connections')
      .columns(['organization_id', 'urgency', 'connector_id'])
      .where(sql.ref('last_run_at_ms'), '=', sql.lit(0))
      .execute()
  },
}
