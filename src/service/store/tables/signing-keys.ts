import type { Kysely } from 'kysely'
import type { SigningKeyStore } from '../../../evidence/bundle/signing-key-store.ts'
import type { SqlTraits } from '../sql/sql-traits.ts'
import type { Schema } from '../sql/tables.ts'
import { runInTransaction } from '../sql/transaction.ts'

export function createSigningKeyStore(db: Kysely<Schema>, traits: SqlTraits): SigningKeyStore {
  const list = (within: Kysely<Schema>) =>
    within.selectFrom('signingKeys').selectAll().orderBy('createdAtMs').orderBy('fingerprint').execute()
  return {
    list: () => list(db),
    insertIfNone: (record) =>
      runInTransaction(db, async (tx) => {
        await traits.takeTurn(tx, 'signing keys')
        const newest = (await list(tx)).at(-1)
        if (newest) return newest
        await tx.insertInto('signingKeys').values(record).execute()
        return record
      }),
  }
}
