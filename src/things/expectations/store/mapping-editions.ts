import type { Kysely } from 'kysely'
import type { MappingEditionStore } from '../../../checks/controls/statements/mapping-edition-store.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createMappingEditionStore(db: Kysely<Schema>): MappingEditionStore {
  return {
    list: () =>
      db
        .selectFrom('mappingEditions')
        .select(['framework', 'fromMs', 'sha256'])
        .orderBy('framework')
        .orderBy('fromMs')
        .execute(),
    async findText(sha256) {
      const found = await db
        .selectFrom('mappingEditions')
        .select('text')
        .where('sha256', '=', sha256)
        .limit(1)
        .executeTakeFirst()
      return found?.text
    },
    async begin(editions) {
      if (editions.length === 0) return
      await db
        .insertInto('mappingEditions')
        .values([...editions])
        // Another process may have begun with the same version at the same time.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
