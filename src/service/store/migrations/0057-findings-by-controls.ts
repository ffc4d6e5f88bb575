import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Findings of a control by severity, and those of each severity by their due day. */
export const findingsByControls: Migration = {
  version: 57,
  name: 'findings-by-controls',
  async up({ schema }) {
    await schema
      .createIndex('findings_by_controls_and_urgency')
      .on('findings')
      .column('organization_id')
      // As in the index of migration 48.
      .expression(sql`substr(controls, 1, 300)`)
      .columns(['listed_as', 'urgency', 'due_at_ms', 'id'])
      .execute()
  },
}
