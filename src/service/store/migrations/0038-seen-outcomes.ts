import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What lists showed of a removal before, so that an earlier day is judged by what was seen then. */
export const seenOutcomes: Migration = {
  version: 38,
  name: 'seen-outcomes',
  async up(db) {
    const { schema } = db
    await schema.alterTable('access_review_accounts').addColumn('outcome_since_ms', 'bigint').execute()
    await schema.alterTable('access_review_accounts').addColumn('seen', 'text').execute()
    await sql`update access_review_accounts set outcome_since_ms = outcome_at_ms`.execute(db)
  },
}
