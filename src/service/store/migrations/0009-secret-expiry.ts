import type { Migration } from './migration.ts'

/** When the client secret of an OAuth app expires, if known. */
export const secretExpiry: Migration = {
  version: 9,
  name: 'secret-expiry',
  async up({ schema }) {
    await schema.alterTable('oauth_apps').addColumn('secret_expires_at_ms', 'bigint').execute()
  },
}
