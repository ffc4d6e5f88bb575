import { addOrganizationColumn, type Migration } from './migration.ts'

/** Obligations, their terms over time, and what people state. Their state is derived and stands nowhere. */
export const tasks: Migration = {
  version: 32,
  name: 'tasks',
  async up({ schema }) {
    await addOrganizationColumn(schema.createTable('tasks'))
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('template', 'text')
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('ended_at_ms', 'bigint')
      .addColumn('ended_by', 'text')
      // The day that notices have told of, epoch ms.
      .addColumn('told_due_ms', 'bigint')
      // When somebody last looked whether it is overdue.
      .addColumn('looked_at_ms', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('tasks_of_organization', ['organization_id', 'id'])
      .execute()
    await schema
      .createTable('task_versions')
      .addColumn('task_id', 'text', (column) => column.notNull().references('tasks.id').onDelete('cascade'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('changed_by', 'text')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('controls', 'text', (column) => column.notNull())
      .addColumn('satisfied_by', 'text', (column) => column.notNull())
      .addColumn('every_days', 'integer', (column) => column.notNull())
      .addColumn('first_due_day', 'text', (column) => column.notNull())
      .addColumn('owner_id', 'text')
      .addPrimaryKeyConstraint('task_versions_key', ['task_id', 'number'])
      .execute()
    await schema
      .createTable('task_statements')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('task_id', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('done_day', 'text', (column) => column.notNull())
      .addColumn('files', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('stated_by', 'text', (column) => column.notNull())
      .addColumn('made_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('evidence_sha256', 'text', (column) => column.notNull())
      .addForeignKeyConstraint('task_statements_task', ['organization_id', 'task_id'], 'tasks', [
        'organization_id',
        'id',
      ])
      .execute()
    await schema
      .createIndex('task_statements_by_age')
      .on('task_statements')
      .columns(['organization_id', 'task_id', 'made_at_ms', 'id'])
      .execute()
  },
}
