import type { Migration } from './migration.ts'

/** Decisions of people about results that need review. */
export const judgements: Migration = {
  version: 19,
  name: 'judgements',
  async up({ schema }) {
    await schema
      .createTable('judgements')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('connection_id', 'text', (column) => column.notNull())
      .addColumn('connector_id', 'text', (column) => column.notNull())
      .addColumn('check_id', 'text', (column) => column.notNull())
      .addColumn('finding_id', 'text', (column) => column.notNull())
      // Without a reference, because retention deletes runs.
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('evidence_sha256', 'text', (column) => column.notNull())
      .addColumn('decision', 'text', (column) => column.notNull())
      .addColumn('judged_by', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('files', 'text', (column) => column.notNull())
      .addColumn('expires', 'text', (column) => column.notNull())
      .addColumn('result', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('withdrawn_at_ms', 'bigint')
      .addColumn('withdrawn_by', 'text')
      .addForeignKeyConstraint('judgements_connection', ['connection_id', 'organization_id'], 'connections', [
        'id',
        'organization_id',
      ])
      .execute()
    await schema
      .createIndex('judgements_by_age')
      .on('judgements')
      .columns(['organization_id', 'created_at_ms', 'id'])
      .execute()
    await schema
      .createIndex('judgements_of_finding')
      .on('judgements')
      .columns(['organization_id', 'finding_id', 'created_at_ms', 'id'])
      .execute()
    await schema.createIndex('judgements_of_connection').on('judgements').columns(['connection_id', 'id']).execute()
    // Uploads are listed, the newest first.
    await schema
      .createIndex('evidence_uploads_of_organization')
      .on('evidence_uploads')
      .columns(['organization_id', 'file_id'])
      .execute()
  },
}
