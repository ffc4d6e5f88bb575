import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** Only rows after this one in a list by time and id, the newest first. */
export function selectOlderThan(
  columns: { readonly at: string; readonly id: string },
  row: { readonly atMs: number; readonly id: string },
): RawBuilder<SqlBool> {
  const [at, id] = [sql.ref(columns.at), sql.ref(columns.id)]
  // One comparison, so that an index leads there instead of reading everything newer.
  return sql<SqlBool>`(${at}, ${id}) < (${row.atMs}, ${row.id})`
}

/**
 * Sorts the rows of a query, the newest first.
 * @param at the column of their time
 * @param before only those after this one; undefined: all
 */
export function sortNewest<At extends string>(
  at: At,
  before?: (Readonly<Record<At, number>> & { readonly id: string }) | undefined,
) {
  return <Tables, Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row> => {
    const sorted = query.orderBy(sql.ref(at), 'desc').orderBy(sql.ref('id'), 'desc')
    if (before === undefined) return sorted
    return sorted.where(selectOlderThan({ at, id: 'id' }, { atMs: before[at], id: before.id }))
  }
}
