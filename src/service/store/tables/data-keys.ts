import type { Kysely } from 'kysely'
import type { DataKeyRecord, DataKeyStore } from '../keys/data-key-store.ts'
import { isOwnedBy, ofOrganization } from '../sql/of-organization.ts'
import type { Schema } from '../sql/tables.ts'

export function createDataKeyStore(db: Kysely<Schema>): DataKeyStore {
  return {
    find: (organizationId) =>
      db.selectFrom('dataKeys').selectAll().where(isOwnedBy('dataKeys', organizationId)).executeTakeFirst(),
    async insertIfAbsent({ id, organizationId, keyId, wrapped, createdAtMs }) {
      const values: DataKeyRecord = { id, organizationId, keyId, wrapped, createdAtMs }
      await db
        .insertInto('dataKeys')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return db
        .selectFrom('dataKeys')
        .selectAll()
        .where(isOwnedBy('dataKeys', organizationId))
        .executeTakeFirstOrThrow()
    },
    list: () => db.selectFrom('dataKeys').selectAll().orderBy('id').execute(),
    async rewrap(previous, { keyId, wrapped }) {
      const rewrapped = await db
        .updateTable('dataKeys')
        .set({ keyId, wrapped })
        .where('id', '=', previous.id)
        .where('wrapped', '=', previous.wrapped)
        .executeTakeFirstOrThrow()
      return rewrapped.numUpdatedRows > 0n
    },
    async delete(organizationId) {
      await ofOrganization(db, organizationId).deleteFrom('dataKeys').execute()
    },
    async listMasterKeyIds() {
      const rows = await db.selectFrom('dataKeys').select('keyId').distinct().orderBy('keyId').execute()
      return rows.map(({ keyId }) => keyId)
    },
    findKeyCheck: (keyId) => db.selectFrom('keyChecks').selectAll().where('keyId', '=', keyId).executeTakeFirst(),
    async insertKeyCheckIfAbsent({ keyId, wrapped, createdAtMs }) {
      await db
        .insertInto('keyChecks')
        .values({ keyId, wrapped, createdAtMs })
        .onConflict((conflict) => conflict.column('keyId').doNothing())
        .execute()
      return db.selectFrom('keyChecks').selectAll().where('keyId', '=', keyId).executeTakeFirstOrThrow()
    },
  }
}
