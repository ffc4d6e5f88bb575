import { type RawBuilder, sql } from 'kysely'

/** Whether the column has this text somewhere. */
export function matchText(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}
