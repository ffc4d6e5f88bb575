import type { Kysely } from 'kysely'
import type { SigningKeyStore } from '../evidence/signing-key-store.ts'
import type { Schema } from './schema.ts'

export function signingKeyStore(db: Kysely<Schema>): SigningKeyStore {
  const list = (within: Kysely<Schema>) =>
    within.selectFrom('signingKeys').selectAll().orderBy('createdAtMs').orderBy('fingerprint').execute()
  return {
    list: () => list(db),
    insertIfNone: (record) =>
      db.transaction().execute(async (tx) => {
        const newest = (await list(tx)).at(-1)
        if (newest) return newest
        await tx.insertInto('signingKeys').values(record).execute()
        return record
      }),
  }
}
