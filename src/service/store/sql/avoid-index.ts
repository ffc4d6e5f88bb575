import { type RawBuilder, sql } from 'kysely'

/** A column of numbers that no index is looked up by. */
export function avoidIndex<Value>(column: string): RawBuilder<Value> {
  return sql<Value>`+${sql.ref(column)}`
}

/** The same for a column of text: PostgreSQL has no sign for it. */
export function avoidTextIndex(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} || ''`
}
