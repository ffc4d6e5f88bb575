import type { Migration } from './migration.ts'

/** The name that people gave a connection; null: the name of its connector. */
export const connectionNames: Migration = {
  version: 12,
  name: 'connection-names',
  async up({ schema }) {
    await schema.alterTable('connections').addColumn('name', 'text').execute()
  },
}
