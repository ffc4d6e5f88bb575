import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Keeps how many accounts of a finished review nothing follows from, because their access stays or nobody has decided. Nobody changes that any
 * more, and there are many. What has to be removed or changed is counted as before, and gets an index.
 */
export const reviewCounts: Migration = {
  version: 52,
  name: 'review-counts',
  async up(db) {
    const { schema } = db
    await schema
      .createTable('access_review_counts')
      .addColumn('review_id', 'text', (column) => column.notNull().references('access_reviews.id').onDelete('cascade'))
      .addColumn('connection_id', 'text', (column) => column.notNull())
      .addColumn('decision', 'text', (column) => column.notNull())
      .addColumn('accounts', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('access_review_counts_key', ['review_id', 'connection_id', 'decision'])
      .execute()
    await sql`insert into access_review_counts (review_id, connection_id, decision, accounts)
      select review_id, connection_id, coalesce(decision, 'undecided'), count(*) from access_review_accounts
      where review_id in (select id from access_reviews where finished_at_ms is not null)
        and coalesce(decision, 'undecided') in ('keep', 'undecided')
      group by review_id, connection_id, coalesce(decision, 'undecided')`.execute(db)
    await schema
      .createIndex('access_review_accounts_followed')
      .on('access_review_accounts')
      .columns(['review_id', 'decision', 'connection_id', 'outcome'])
      .where(sql<boolean>`decision in ('remove', 'change')`)
      .execute()
  },
}
