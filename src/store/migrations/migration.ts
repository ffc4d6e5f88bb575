import type { Kysely } from 'kysely'
import type { Schema } from '../sql/tables.ts'

/**
 * What a migration may use: tables by their name in the database, and raw SQL. Not today's `Schema`, which moves on while
 * an old migration must stay as it was.
 */
export type MigrationDatabase = Pick<Kysely<Schema>, 'schema' | 'getExecutor'>

/**
 * One step forward, on SQLite and PostgreSQL alike; there is no way back. Never edited once released. What both understand:
 *
 * - Columns `text` (ids, JSON, hashes; compares by bytes on both), `bigint` (times in ms, sizes; below 2^53) and `integer`
 *   (PostgreSQL: 32 bits; 0 and 1 for booleans). No `boolean`, `timestamp`, `jsonb`. `blob` becomes `bytea`.
 * - `primaryKey`, `unique`, `notNull`, `defaultTo` of a literal, `references` with `onDelete`, constraints over several
 *   columns, and foreign keys into what has a unique constraint over just these columns. Foreign keys and constraints belong
 *   into `createTable`: SQLite adds none later. No autoincrement: ids are random texts, positions are given.
 * - Indexes, also unique, over expressions (`.expression(sql`(…)`)`), and partial (`.where(sql.ref('column'), 'is', null)`).
 *   PostgreSQL indexes no value above some 2,700 bytes: index a hash of long texts. It makes no index for a foreign key;
 *   without one, deleting the row that is referred to reads the whole table.
 * - `alterTable` one column at a time, by `addColumn` (not null only with a default), `renameColumn`, `dropColumn`.
 * - In raw SQL: `coalesce`, `case`, `substr`, `length`, `||`, `cast(… as text|bigint)`, `INSERT … SELECT`, `UPDATE … WHERE`
 *   with subqueries. Not: `json_*` and `->>`, `strftime`, `ifnull`, `iif`, `rowid`, `INSERT OR …`, text in double quotes.
 *
 * Names of tables, indexes and constraints share one space on PostgreSQL, and end at 63 bytes.
 */
export interface Migration {
  /** Counts up from 1 without gaps. */
  readonly version: number
  readonly name: string
  up(db: MigrationDatabase): Promise<void>
}
