import type { Kysely } from 'kysely'
import type { SigningKeyStore } from '../evidence/signing-key-store.ts'
import type { Schema } from './schema.ts'
import type { SqlTraits } from './sql-traits.ts'
import { inTransaction } from './transaction.ts'

export function signingKeyStore(db: Kysely<Schema>, traits: SqlTraits): SigningKeyStore {
  const list = (within: Kysely<Schema>) =>
    within.selectFrom('signingKeys').selectAll().orderBy('createdAtMs').orderBy('fingerprint').execute()
  return {
    list: () => list(db),
    insertIfNone: (record) =>
      inTransaction(db, async (tx) => {
        await traits.takeTurn(tx, 'signing keys')
        const newest = (await list(tx)).at(-1)
        if (newest) return newest
        await tx.insertInto('signingKeys').values(record).execute()
        return record
      }),
  }
}
