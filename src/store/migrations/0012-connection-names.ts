import type { Migration } from './migration.ts'

/** How people call a connection; null: as its connector. */
export const connectionNames: Migration = {
  version: 12,
  name: 'connection-names',
  async up({ schema }) {
    await schema.alterTable('connections').addColumn('name', 'text').execute()
  },
}
