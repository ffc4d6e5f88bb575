import { type RawBuilder, sql } from 'kysely'

/** A column that no index is looked up by. PostgreSQL has this for numbers alone. */
export function avoidIndex<Value>(column: string): RawBuilder<Value> {
  return sql<Value>`+${sql.ref(column)}`
}
