import type { Kysely } from 'kysely'
import type { SecretStore } from '../../records/secrets.ts'
import type { Schema } from '../sql/tables.ts'

export function createSecretStore(db: Kysely<Schema>): SecretStore {
  const find = async (name: string) =>
    (await db.selectFrom('sealedSecrets').select('sealed').where('name', '=', name).executeTakeFirst())?.sealed
  return {
    find,
    async insertIfAbsent(name, sealed, createdAtMs) {
      await db
        .insertInto('sealedSecrets')
        .values({ name, sealed, createdAtMs })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      return (await find(name)) ?? sealed
    },
  }
}
