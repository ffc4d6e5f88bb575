import type { Kysely } from 'kysely'
import type { Schema } from '../sql/tables.ts'

/**
 * The tools of a migration: tables by their name in the database, and raw SQL. Not the present `Schema`, which changes,
 * while an old migration must stay the same.
 */
export type MigrationDatabase = Pick<Kysely<Schema>, 'schema' | 'getExecutor'>

/**
 * One step forward, on SQLite and PostgreSQL alike; there is no step back. Do not edit it once it is released. Both
 * databases understand:
 *
 * - Columns `text` (ids, JSON, hashes; compares by bytes on both), `bigint` (times in ms, sizes; below 2^53) and `integer`
 *   (PostgreSQL: 32 bits; 0 and 1 for booleans). No `boolean`, `timestamp`, `jsonb`. `blob` becomes `bytea`.
 * - `primaryKey`, `unique`, `notNull`, `defaultTo` of a literal, `references` with `onDelete`, constraints over several
 *   columns, and foreign keys into what has a unique constraint over just these columns. Foreign keys and constraints belong
 *   into `createTable`: SQLite adds none later. No autoincrement: ids are random texts, positions are given.
 * - Indexes, also unique, over expressions (`.expression(sql`(…)`)`), and partial (`.where(sql.ref('column'), 'is',
 *   null)`). PostgreSQL indexes no value above some 2,700 bytes: index a hash of long texts. It makes no index for a
 *   foreign key, and without one, deleting the referenced row reads the whole table.
 * - `alterTable` one column at a time, by `addColumn` (not null only with a default), `renameColumn`, `dropColumn`.
 * - In raw SQL: `coalesce`, `case`, `substr`, `length`, `||`, `cast(… as text|bigint)`, `INSERT … SELECT`, `UPDATE … WHERE`
 *   with subqueries. Not: `json_*` and `->>`, `strftime`, `ifnull`, `iif`, `rowid`, `INSERT OR …`, text in double quotes.
 *
 * Names of tables, indexes and constraints share one space on PostgreSQL, and end at 63 bytes.
 */
export interface Migration {
  /** Counted from 1 without gaps. */
  readonly version: number
  readonly name: string
  up(db: MigrationDatabase): Promise<void>
}
