import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What the trend counts a check as: its status, or the decisions of people about its results that need review. */
export const judgedStandings: Migration = {
  version: 25,
  name: 'judged-standings',
  async up(db) {
    await db.schema.alterTable('newest_outcomes').addColumn('standing', 'text').execute()
    await sql`update newest_outcomes set standing = status`.execute(db)
  },
}
