import type { Migration } from './migration.ts'

/**
 * Keeps what the statements of an obligation say together, so that whoever asks for its state does not read all of them. It is found out when
 * somebody asks next, and again when somebody has stated or decided something, changed its terms, or a day is over.
 */
export const settledTasks: Migration = {
  version: 54,
  name: 'settled-tasks',
  async up({ schema }) {
    const table = () => schema.alterTable('tasks')
    await table().addColumn('said', 'text').execute()
    // What lists by state need of it.
    for (const column of ['state', 'due_day'] as const) await table().addColumn(column, 'text').execute()
    for (const column of ['said_from_ms', 'said_until_ms'] as const)
      await table()
        .addColumn(column, 'bigint', (each) => each.notNull().defaultTo(0))
        .execute()
    await table()
      .addColumn('decisions', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
