import type { Kysely } from 'kysely'
import { parseStoreUrl } from '../../src/service/store/places/store-url.ts'
import { createPostgresPool } from '../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../src/service/store/sql/postgres/postgres-url.ts'
import { openSqliteDatabase } from '../../src/service/store/sql/sqlite/sqlite-database.ts'
import type { Schema } from '../../src/service/store/sql/tables.ts'
import { createPostgresKysely } from '../../src/things/all-stores/postgres-store.ts'
import { createSqliteKysely } from '../../src/things/all-stores/sqlite-store.ts'

/** A store's database, for rows that nothing but SQL writes fast enough. */
export interface Database {
  readonly db: Kysely<Schema>
  readonly dialect: Dialect
  close(): Promise<void>
}

export interface Dialect {
  /** A number as 12 digits. */
  readonly pad: (number: string) => string
  /** A table of the numbers `n` before `to`. */
  readonly numbers: (from: number, to: number) => string
  /** Statements before writing very much, and after it. */
  readonly hurry: readonly string[]
  readonly settle: readonly string[]
}

const postgres: Dialect = {
  pad: (number) => `lpad((${number})::text, 12, '0')`,
  numbers: (from, to) => `generate_series(${from}::bigint, ${to - 1}::bigint) as numbers(n)`,
  hurry: [
    "set session_replication_role = 'replica'",
    'set synchronous_commit = off',
    "set work_mem = '64MB'",
    // That of the runtime is for requests.
    'set statement_timeout = 0',
  ],
  // As the database does by itself within a minute.
  settle: ['vacuum analyze'],
}

const sqlite: Dialect = {
  pad: (number) => `printf('%012d', ${number})`,
  numbers: (from, to) =>
    `(with recursive counted(n) as (select ${from} union all select n + 1 from counted where n + 1 < ${to}) select n from counted) as numbers`,
  hurry: [
    'pragma foreign_keys = off',
    'pragma synchronous = off',
    'pragma cache_size = -500000',
    'pragma temp_store = memory',
  ],
  settle: [],
}

export async function openDatabase(url: string): Promise<Database> {
  const location = parseStoreUrl(url)
  if (location.kind === 'postgres') {
    const pool = await createPostgresPool(parsePostgresUrl(url))
    return { db: createPostgresKysely(pool), dialect: postgres, close: () => pool.close() }
  }
  const database = await openSqliteDatabase(location.kind === 'sqlite' ? location.file : undefined)
  return { db: createSqliteKysely(database), dialect: sqlite, close: async () => database.handle.close() }
}
