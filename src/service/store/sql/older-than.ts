import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Only rows after this one in a list by time and id, the newest first. */
export function selectOlderThan(
  columns: { readonly at: string; readonly id: string },
  row: { readonly atMs: number; readonly id: string },
): RawBuilder<SqlBool> {
  const [at, id] = [sql.ref(columns.at), sql.ref(columns.id)]
  // One comparison, so that an index leads there instead of reading everything newer.
  return sql<SqlBool>`(${at}, ${id}) < (${row.atMs}, ${row.id})`
}
