import type { Kysely } from 'kysely'
import type { OrganizationStore } from '../../workspace/organizations.ts'
import type { Schema } from '../sql/tables.ts'

export function createOrganizationStore(db: Kysely<Schema>): OrganizationStore {
  return {
    async insert({ id, name, createdAtMs }) {
      await db.insertInto('organizations').values({ id, name, createdAtMs }).execute()
    },
    find: (id) => db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst(),
    async rename(id, name) {
      const renamed = await db.updateTable('organizations').set({ name }).where('id', '=', id).executeTakeFirstOrThrow()
      return renamed.numUpdatedRows > 0n
    },
    list: () => db.selectFrom('organizations').selectAll().orderBy('createdAtMs').orderBy('id').execute(),
  }
}
