import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Sets of decisions over accounts, with the accounts as they were. */
export const accessReviews: Migration = {
  version: 29,
  name: 'access-reviews',
  async up({ schema }) {
    await schema
      .createTable('access_reviews')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('filter', 'text', (column) => column.notNull())
      .addColumn('by_manager', 'integer', (column) => column.notNull())
      .addColumn('reviewers', 'text', (column) => column.notNull())
      .addColumn('systems', 'text', (column) => column.notNull())
      .addColumn('due_day', 'text', (column) => column.notNull())
      .addColumn('every_days', 'integer', (column) => column.notNull())
      .addColumn('removal_days', 'integer', (column) => column.notNull())
      .addColumn('controls', 'text', (column) => column.notNull())
      .addColumn('started_by', 'text', (column) => column.notNull())
      .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
      // Its accounts are being written.
      .addColumn('hidden', 'integer', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('finished_at_ms', 'bigint')
      .addColumn('finished_by', 'text')
      .addColumn('undecided_reason', 'text')
      .execute()
    await schema
      .createIndex('access_reviews_by_age')
      .on('access_reviews')
      .columns(['organization_id', 'started_at_ms', 'id'])
      .execute()
    await schema
      .createIndex('access_reviews_due')
      .on('access_reviews')
      .columns(['due_day', 'id'])
      .where(sql.ref('finished_at_ms'), 'is', null)
      .execute()
    await schema
      .createTable('access_review_pieces')
      .addColumn('review_id', 'text', (column) => column.notNull().references('access_reviews.id').onDelete('cascade'))
      // Without a reference, because a review outlives the connection.
      .addColumn('connection_id', 'text', (column) => column.notNull())
      // Empty: the only list of accounts.
      .addColumn('part', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('access_review_pieces_key', ['review_id', 'connection_id', 'part', 'position'])
      .execute()
    await schema
      .createTable('access_review_accounts')
      .addColumn('review_id', 'text', (column) => column.notNull().references('access_reviews.id').onDelete('cascade'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('connection_id', 'text', (column) => column.notNull())
      .addColumn('part', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('assigned_to', 'text')
      .addColumn('decision', 'text')
      .addColumn('change', 'text')
      .addColumn('reason', 'text')
      .addColumn('decided_by', 'text')
      .addColumn('user_id', 'text')
      .addColumn('decided_at_ms', 'bigint')
      .addColumn('outcome', 'text')
      .addColumn('outcome_because', 'text')
      .addColumn('outcome_at_ms', 'bigint')
      .addColumn('outcome_digest', 'text')
      .addPrimaryKeyConstraint('access_review_accounts_key', ['review_id', 'number'])
      .execute()
  },
}
