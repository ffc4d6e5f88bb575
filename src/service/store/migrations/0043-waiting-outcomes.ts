import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Tells outcomes that a person can still decide from others that are undetermined, without a look at their runs. */
export const waitingOutcomes: Migration = {
  version: 43,
  name: 'waiting-outcomes',
  async up(db) {
    await sql`update newest_outcomes set verdict = 'to_review'
      where manual_results > 0 and verdict = 'undetermined' and complete = 1 and error is null`.execute(db)
  },
}
