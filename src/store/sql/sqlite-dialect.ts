import type { SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { toSqlName } from './column-names.ts'
import { roundNumber, type SqlTraits } from './sql-traits.ts'
import { runWhenFree, type SqliteDatabase } from './sqlite-database.ts'

const CACHED_STATEMENTS = 200

/**
 * Kysely over `node:sqlite`. Kysely's own SQLite dialect needs the member `reader` of a statement, which only
 * better-sqlite3 has. It also begins transactions that take the write lock too late: two of them that read first would
 * both fail.
 */
export class SqliteDialect implements Dialect {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#database)
  }

  createQueryCompiler(): QueryCompiler {
    return new Compiler()
  }

  /** Declares a single connection. Kysely has a mutex for it, so transactions of one process cannot interleave. */
  createAdapter(): DialectAdapter {
    return new SqliteAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}

export const sqliteTraits: SqlTraits = {
  nowMs: (givenMs) => sql.val(givenMs),
  takeTurn: async () => {},
  tryTurn: async () => true,
  tableNames: async (db) => {
    const { rows } = await sql<{ readonly name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(db)
    return rows.map(({ name }) => name)
  },
}

class Compiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return toSqlName(name)
  }
}

class SqliteDriver implements Driver {
  readonly #database: SqliteDatabase
  readonly #connection: SqliteConnection

  constructor(database: SqliteDatabase) {
    this.#database = database
    this.#connection = new SqliteConnection(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    // IMMEDIATE takes the write lock at once. A deferred transaction that has read cannot always get it later
    // (SQLITE_BUSY_SNAPSHOT), however long it waits.
    await this.#exec('BEGIN IMMEDIATE')
  }

  async commitTransaction(): Promise<void> {
    await this.#exec('COMMIT')
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite rolls back by itself after some failures (disk full, I/O), and a second ROLLBACK would hide their error.
    if (this.#database.handle.isOpen && this.#database.handle.isTransaction) await this.#exec('ROLLBACK')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    if (this.#database.handle.isOpen) this.#database.handle.close()
  }

  async #exec(sql: string): Promise<void> {
    await runWhenFree(this.#database.where, () => this.#database.handle.exec(sql))
  }
}

interface PreparedStatement {
  readonly statement: StatementSync
  readonly givesRows: boolean
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase
  /** By SQL, least recently used first. */
  readonly #prepared = new Map<string, PreparedStatement>()

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const values = parameters.map(toSqlValue)
    return runWhenFree(this.#database.where, () => {
      const { statement, givesRows } = this.#prepare(sql)
      if (givesRows) return { rows: statement.all(...values) as Row[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    })
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const values = parameters.map(toSqlValue)
    // Not a cached statement, because a reader may stop half way, and its next user would continue in the middle.
    const statement = await runWhenFree(this.#database.where, () => this.#database.handle.prepare(sql))
    for (const row of statement.iterate(...values)) yield { rows: [row as Row] }
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#prepared.get(sql)
    if (known !== undefined) {
      this.#prepared.delete(sql)
      this.#prepared.set(sql, known)
      return known
    }
    const statement = this.#database.handle.prepare(sql)
    const prepared = { statement, givesRows: statement.columns().length > 0 }
    const [oldest] = this.#prepared.keys()
    if (oldest !== undefined && this.#prepared.size >= CACHED_STATEMENTS) this.#prepared.delete(oldest)
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

function toSqlValue(given: unknown): SQLInputValue {
  const value = roundNumber(given)
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`A column holds text, a number or null, not ${typeof value}`)
}
