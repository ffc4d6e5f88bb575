import { addOrganizationColumn, type Migration, type MigrationDatabase } from './migration.ts'

/** Data of the HTTP API: files, comments, manual answers, evidence uploads, audit entries, idempotency keys. */
export const workspace: Migration = {
  version: 4,
  name: 'workspace',
  async up(db) {
    await createOrganizationProfileTable(db)
    await createFileTable(db)
    await createCommentTables(db)
    await createManualAnswerTable(db)
    await createRecordTables(db)
  },
}

async function createOrganizationProfileTable({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('organization_profiles')
    .addColumn('organization_id', 'text', (column) => column.primaryKey().references('organizations.id'))
    .addColumn('slug', 'text')
    .addColumn('logo', 'text')
    .addColumn('website', 'text')
    .addColumn('primary_color', 'text')
    .addColumn('metadata', 'text')
    .execute()
}

async function createFileTable({ schema }: MigrationDatabase): Promise<void> {
  await addOrganizationColumn(schema.createTable('files'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('object_key', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    // The database itself prevents attachments and uploads from naming another organization's file.
    .addUniqueConstraint('files_with_organization', ['id', 'organization_id'])
    .execute()
  await addOrganizationColumn(schema.createTable('evidence_uploads'))
    .addColumn('file_id', 'text', (column) => column.primaryKey())
    .addColumn('form_type', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('evidence_uploads_file', ['file_id', 'organization_id'], 'files', [
      'id',
      'organization_id',
    ])
    .execute()
}

async function createCommentTables({ schema }: MigrationDatabase): Promise<void> {
  await addOrganizationColumn(schema.createTable('comments'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('entity_type', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('context_url', 'text')
    .addColumn('author_id', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint')
    .addUniqueConstraint('comments_with_organization', ['id', 'organization_id'])
    .execute()
  await schema
    .createIndex('comments_of_entity')
    .on('comments')
    .columns(['organization_id', 'entity_type', 'entity_id', 'created_at_ms', 'id'])
    .execute()

  await addOrganizationColumn(schema.createTable('attachments'))
    .addColumn('file_id', 'text', (column) => column.primaryKey())
    .addColumn('comment_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('description', 'text')
    .addForeignKeyConstraint('attachments_file', ['file_id', 'organization_id'], 'files', ['id', 'organization_id'])
    .addForeignKeyConstraint('attachments_comment', ['comment_id', 'organization_id'], 'comments', [
      'id',
      'organization_id',
    ])
    .execute()
  await schema.createIndex('attachments_of_comment').on('attachments').column('comment_id').execute()
}

async function createManualAnswerTable({ schema }: MigrationDatabase): Promise<void> {
  await addOrganizationColumn(schema.createTable('manual_answers'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('question', 'text', (column) => column.notNull())
    // Unique in place of the question itself, because PostgreSQL cannot index text above some 2,700 bytes.
    .addColumn('question_sha256', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    // Question, answer and tags in lower case, because databases disagree about it beyond ASCII.
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('source_questionnaire_id', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('updated_at_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('manual_answers_question', ['organization_id', 'question_sha256'])
    .execute()
  await schema
    .createIndex('manual_answers_by_change')
    .on('manual_answers')
    .columns(['organization_id', 'updated_at_ms', 'id'])
    .execute()
}

async function createRecordTables({ schema }: MigrationDatabase): Promise<void> {
  await addOrganizationColumn(schema.createTable('audit_entries'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('actor_type', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .execute()
  await schema
    .createIndex('audit_entries_by_time')
    .on('audit_entries')
    .columns(['organization_id', 'at_ms', 'id'])
    .execute()

  await addOrganizationColumn(schema.createTable('idempotency_keys'))
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['organization_id', 'actor', 'key'])
    .execute()
  await schema.createIndex('idempotency_keys_by_expiry').on('idempotency_keys').column('expires_at_ms').execute()

  await schema
    .createTable('sealed_secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
}
