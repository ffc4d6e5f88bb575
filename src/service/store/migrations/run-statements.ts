import { sql } from 'kysely'
import { isPostgres } from '../sql/is-postgres.ts'
import { toPostgresType } from '../sql/postgres/column-type.ts'
import type { MigrationDatabase } from './migration.ts'

/**
 * Runs SQL statements, each ended by a semicolon at the end of a line. A column that `create table` defines begins a line of its own, with
 * its name and a type that both databases have (see `Migration`).
 */
export async function runStatements(db: MigrationDatabase, text: string): Promise<void> {
  const portable = isPostgres(db) ? text.replace(/^( {2}\w+) (text|blob)\b/gm, toPostgresColumn) : text
  for (const statement of portable.trim().split(/(?<=;)\n+/)) await sql.raw(statement).execute(db)
}

function toPostgresColumn(_: string, column: string, type: string): string {
  return `${column} ${toPostgresType(type)}`
}
