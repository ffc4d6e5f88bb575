import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from './tables.ts'

/**
 * Deletes at most `limit` of the rows that a condition chooses, in the order of their key.
 * @returns how many are gone
 */
export async function deleteRows(
  db: Kysely<Schema>,
  {
    table,
    key,
    where,
    limit,
  }: {
    readonly table: keyof Schema
    readonly key: readonly string[]
    readonly where: RawBuilder<SqlBool>
    readonly limit: number
  },
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${where} and (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${where} order by ${columns} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
