import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
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
import { toMemberName, toSqlName } from '../column-names.ts'
import { noteCommit } from '../commit-watch.ts'
import { roundNumber, type SqlTraits } from '../sql-traits.ts'
import { runInTransaction } from '../transaction.ts'
import { runWhenFree, type SqliteDatabase } from './sqlite-database.ts'
import { isBusy, translateSqliteError } from './sqlite-error.ts'

const CACHED_STATEMENTS = 200

/** A statement that gives rows of what it has changed. */
const changing = /^(?:insert|update|delete)\b|^with\b.*\b(?:insert|update|delete)\b/is

/**
 * Kysely over `node:sqlite`, with camelCase rows. Kysely's own SQLite dialect needs the member `reader` of a statement, which only
 * better-sqlite3 has. It also begins transactions that take the write lock too late: two of them that read first would
 * both fail.
 */
export class SqliteDialect implements Dialect {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  createDriver(): SqliteDriver {
    return new SqliteDriver(this.#database)
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteCompiler()
  }

  createAdapter(): DialectAdapter {
    return new SqliteAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}

export const sqliteTraits: SqlTraits = {
  nowMs: (localMs) => sql.val(localMs),
  takeTurn: async () => {},
  tryTurn: async () => true,
  runUnsynced: (db, work) =>
    // Only outside of a transaction, and with nobody else's on the connection meanwhile.
    db.connection().execute(async (own) => {
      await sql`pragma synchronous = normal`.execute(own)
      try {
        return await runInTransaction(own, work)
      } finally {
        await sql`pragma synchronous = full`.execute(own)
      }
    }),
  tableNames: async (db) => {
    // Without those that a virtual table makes of itself: an index of words has rows in them from its beginning.
    const { rows } = await sql<{ readonly name: string }>`
      select name from pragma_table_list
      where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%'`.execute(db)
    return rows.map(({ name }) => name)
  },
}

class SqliteCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return toSqlName(name)
  }
}

/**
 * Runs a statement at once when nobody has the connection. Taking it and giving it back takes ten turns of promises, as long as
 * the statement of a request.
 */
export class SqliteExecutor extends DefaultQueryExecutor {
  readonly #driver: SqliteDriver

  constructor(dialect: SqliteDialect, driver: SqliteDriver) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), new DefaultConnectionProvider(driver))
    this.#driver = driver
  }

  override async executeQuery<Row>(
    ...parameters: Parameters<DefaultQueryExecutor['executeQuery']>
  ): Promise<QueryResult<Row>> {
    return this.#driver.tryQuery<Row>(parameters[0]) ?? super.executeQuery<Row>(...parameters)
  }
}

/** The one connection is for one at a time, so that transactions of one process cannot interleave. */
class SqliteDriver implements Driver {
  readonly #database: SqliteDatabase
  readonly #connection: SqliteConnection
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  constructor(database: SqliteDatabase) {
    this.#database = database
    this.#connection = new SqliteConnection(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
    return this.#connection
  }

  /** @returns undefined if somebody has the connection, or another process the database */
  tryQuery<Row>(query: CompiledQuery): QueryResult<Row> | undefined {
    if (this.#isTaken) return undefined
    try {
      return this.#connection.query(query)
    } catch (error) {
      if (isBusy(error)) return undefined
      throw translateSqliteError(error, this.#database.where)
    }
  }

  async beginTransaction(): Promise<void> {
    // IMMEDIATE takes the write lock at once. A deferred transaction that has read cannot always get it later
    // (SQLITE_BUSY_SNAPSHOT), however long it waits.
    await this.#exec('BEGIN IMMEDIATE')
    this.#connection.takeChanged()
  }

  async commitTransaction(): Promise<void> {
    await this.#exec('COMMIT')
    if (this.#connection.takeChanged()) noteCommit()
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite rolls back by itself after some failures (disk full, I/O), and a second ROLLBACK would hide their error.
    if (this.#database.handle.isOpen && this.#database.handle.isTransaction) await this.#exec('ROLLBACK')
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift()
    // It stays taken for the next one.
    if (next) next()
    else this.#isTaken = false
  }

  async destroy(): Promise<void> {
    if (this.#database.handle.isOpen) this.#database.handle.close()
  }

  async #exec(sql: string): Promise<void> {
    await runWhenFree(this.#database.where, () => this.#database.handle.exec(sql))
  }
}

/** A statement whose rows come as lists of values: Node would name the columns of each row anew. */
class PreparedStatement {
  readonly statement: StatementSync
  #members: readonly string[] = []

  constructor(database: SqliteDatabase, sql: string) {
    this.statement = database.handle.prepare(sql)
    this.statement.setReturnArrays(true)
    this.#readMembers()
  }

  get givesRows(): boolean {
    return this.#members.length > 0
  }

  nameValues<Row>(parameters: unknown): Row {
    const values = parameters as readonly SQLOutputValue[]
    // Another process has added a column meanwhile, and `select *` gives it too.
    if (values.length !== this.#members.length) this.#readMembers()
    const row: Record<string, SQLOutputValue> = {}
    for (const [index, member] of this.#members.entries()) row[member] = values[index] ?? null
    return row as Row
  }

  #readMembers(): void {
    this.#members = this.statement.columns().map(({ name }) => toMemberName(name))
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase
  /** By SQL, least recently used first. */
  readonly #prepared = new Map<string, PreparedStatement>()
  #hasChanged = false

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /** @returns whether statements have changed anything since the last time */
  takeChanged(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return runWhenFree(this.#database.where, () => this.query(query))
  }

  query<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const values = parameters.map(toSqlValue)
    const prepared = this.#prepare(sql)
    const { statement } = prepared
    if (prepared.givesRows) {
      const rows = statement.all(...values)
      if (rows.length > 0 && changing.test(sql)) this.#noteChange()
      return { rows: rows.map((row) => prepared.nameValues<Row>(row)) }
    }
    const numAffectedRows = BigInt(statement.run(...values).changes)
    if (numAffectedRows > 0n) this.#noteChange()
    return { rows: [], numAffectedRows }
  }

  /** Outside of a transaction, each statement is committed by itself. */
  #noteChange(): void {
    if (this.#database.handle.isTransaction) this.#hasChanged = true
    else noteCommit()
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const values = parameters.map(toSqlValue)
    // Not a cached statement, because a reader may stop half way, and its next user would continue in the middle.
    const prepared = await runWhenFree(this.#database.where, () => new PreparedStatement(this.#database, sql))
    for (const row of prepared.statement.iterate(...values)) yield { rows: [prepared.nameValues<Row>(row)] }
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#prepared.get(sql)
    if (known !== undefined) {
      this.#prepared.delete(sql)
      this.#prepared.set(sql, known)
      return known
    }
    const prepared = new PreparedStatement(this.#database, sql)
    const [oldest] = this.#prepared.keys()
    if (oldest !== undefined && this.#prepared.size >= CACHED_STATEMENTS) this.#prepared.delete(oldest)
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

function toSqlValue(parameters: unknown): SQLInputValue {
  const value = roundNumber(parameters)
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`A column holds text, a number or null, not ${typeof value}`)
}
