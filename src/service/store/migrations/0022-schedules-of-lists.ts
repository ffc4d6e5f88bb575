import type { Migration } from './migration.ts'

/** Schedules that read lists, with or without checks. */
export const schedulesOfLists: Migration = {
  version: 22,
  name: 'schedules-of-lists',
  async up(db) {
    // null: those that the checks need, and all with all checks.
    await db.schema.alterTable('schedules').addColumn('inventories', 'text').execute()
  },
}
