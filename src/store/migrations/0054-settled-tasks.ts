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
    await table()
      .addColumn('decisions', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
