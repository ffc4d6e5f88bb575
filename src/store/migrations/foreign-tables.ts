import type { Kysely } from 'kysely'
import { StoreError } from '../../errors/index.ts'
import type { SqlTraits } from '../sql/sql-traits.ts'
import type { Schema } from '../sql/tables.ts'

/**
 * Our tables must not be mixed with another program's, whose file or database was named by mistake.
 * @param otherPlace what to name instead: `another file`
 * @throws StoreError `STORE_CORRUPT`
 */
export async function refuseForeignTables(
  db: Kysely<Schema>,
  { traits, where, otherPlace }: { readonly traits: SqlTraits; readonly where: string; readonly otherPlace: string },
): Promise<void> {
  demandOwnTables(await traits.tableNames(db), { where, otherPlace })
}

/** The same, of names that are known. @throws StoreError `STORE_CORRUPT` */
export function demandOwnTables(
  tables: readonly string[],
  { where, otherPlace }: { readonly where: string; readonly otherPlace: string },
): void {
  // A table of ours that nobody else has: `migrations` and `users` are many a program's.
  if (tables.length === 0 || tables.includes('key_checks')) return
  throw new StoreError(`There are tables of another program in ${where}. Name ${otherPlace} for the store.`, {
    code: 'STORE_CORRUPT',
  })
}
