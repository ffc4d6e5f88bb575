import type { Migration } from './migration.ts'

/** Lists the keys of an organization in their order. Programs make many, which stay in the list when they have ended. */
export const listedKeys: Migration = {
  version: 53,
  name: 'listed-keys',
  async up({ schema }) {
    await schema.dropIndex('api_keys_of_organization').execute()
    await schema
      .createIndex('api_keys_of_organization')
      .on('api_keys')
      .columns(['organization_id', 'created_at_ms', 'id'])
      .execute()
  },
}
