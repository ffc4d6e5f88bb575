/**
 * A portable type of a column, in PostgreSQL's words. `text` compares by bytes as on SQLite, whatever the database's
 * collation is, because lists continue after a row in this order.
 */
export function toPostgresType(type: string): string {
  if (type === 'blob') return 'bytea'
  return type === 'text' ? 'text collate "C"' : type
}
