import { addOrganizationColumn, type Migration } from './migration.ts'

/** Variables of cross-checks, proposals that somebody has dismissed, and signed outcomes of access reviews. */
export const crossCheckSettings: Migration = {
  version: 34,
  name: 'cross-check-settings',
  async up({ schema }) {
    await addOrganizationColumn(schema.createTable('cross_check_variables'))
      .addColumn('cross_check_id', 'text', (column) => column.notNull())
      .addColumn('variables', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('cross_check_variables_key', ['organization_id', 'cross_check_id'])
      .execute()
    await addOrganizationColumn(schema.createTable('dismissed_proposals'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('connection_id', 'text', (column) => column.notNull())
      .addColumn('record_id', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      // SHA-256 of why it was proposed: with another reason it is proposed again.
      .addColumn('reason_digest', 'text', (column) => column.notNull())
      .addColumn('dismissed_by', 'text', (column) => column.notNull())
      .addColumn('dismissed_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('dismissed_proposals_key', ['organization_id', 'id'])
      .execute()
    // How often outcomes of a review have changed since it was finished, and how often when they were last signed.
    for (const column of ['outcome_revision', 'signed_outcome_revision'])
      await schema
        .alterTable('access_reviews')
        .addColumn(column, 'integer', (made) => made.notNull().defaultTo(0))
        .execute()
  },
}
