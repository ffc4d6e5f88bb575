import type { Kysely } from 'kysely'
import { StoreError } from '../../../errors/index.ts'
import type { SqlTraits } from '../sql/sql-traits.ts'
import type { Schema } from '../sql/tables.ts'

/**
 * Our tables must not be mixed with another program's, if its file or database was named by mistake.
 * @param otherPlace a suggestion for the message: `another file`
 * @throws StoreError `STORE_CORRUPT`
 */
export async function refuseForeignTables(
  db: Kysely<Schema>,
  { traits, where, otherPlace }: { readonly traits: SqlTraits; readonly where: string; readonly otherPlace: string },
): Promise<void> {
  demandOwnTables(await traits.tableNames(db), { where, otherPlace })
}

/** The same for given names. @throws StoreError `STORE_CORRUPT` */
export function demandOwnTables(
  tables: readonly string[],
  { where, otherPlace }: { readonly where: string; readonly otherPlace: string },
): void {
  // A table that only we have; many programs have `migrations` and `users`.
  if (tables.length === 0 || tables.includes('key_checks')) return
  throw new StoreError(`Another program has tables in ${where}. Name ${otherPlace} for the store.`, {
    code: 'STORE_CORRUPT',
  })
}
