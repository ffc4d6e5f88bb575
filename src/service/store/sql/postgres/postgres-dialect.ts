import { setTimeout as sleep } from 'node:timers/promises'
import {
  ColumnDefinitionNode,
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type DataTypeNode,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import { toSqlName } from '../column-names.ts'
import { noteCommit } from '../commit-watch.ts'
import {
  isBrokenOff,
  isConnectionLost,
  isPlanStale,
  isStatementUnknown,
  translatePostgresError,
} from '../postgres-error.ts'
import { sendTogether } from '../send-together.ts'
import type { SqlTraits } from '../sql-traits.ts'
import { runInTransaction } from '../transaction.ts'
import { toPostgresType } from './column-type.ts'
import { type BatchedStatement, PostgresBatch, type PreparedColumns, type StatementAnswer } from './postgres-batch.ts'
import { chooseParser, type PostgresClient, type PostgresPool } from './postgres-pool.ts'
import { StatementNames } from './statement-names.ts'

const ATTEMPTS = 4

/**
 * Kysely over `pg`, with the driver's errors as StoreErrors. Statements that PostgreSQL aborted are repeated, and
 * columns compare as in SQLite.
 */
export class PostgresDialect implements Dialect {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  createDriver(): Driver {
    return new PostgresDriver(this.#pool)
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresCompiler()
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }
}

export const postgresTraits: SqlTraits = {
  nowMs: () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  takeTurn: async (tx, name) => {
    // Callers wait here for others to finish their work.
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`checkwright ${name}`}, 0))`.execute(tx)
  },
  tryTurn: async (tx, name) => {
    const { rows } = await sql<{ readonly ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`checkwright ${name}`}, 0)) as ours`.execute(tx)
    return rows[0]?.ours === true
  },
  runUnsynced: (db, work) =>
    runInTransaction(db, async (tx) => {
      const [, done] = await sendTogether([sql`set local synchronous_commit = off`.execute(tx), work(tx)])
      return done
    }),
  tableNames: async (db) => {
    const { rows } = await sql<{ readonly name: string }>`
      select relname as name from pg_class
      where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`.execute(db)
    return rows.map(({ name }) => name)
  },
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return toSqlName(name)
  }

  protected override visitDataType(node: DataTypeNode): void {
    const inColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode)
    if (inColumn || node.dataType === 'blob') this.append(toPostgresType(node.dataType))
    else super.visitDataType(node)
  }
}

class PostgresDriver implements Driver {
  readonly #pool: PostgresPool
  readonly #names = new StatementNames()

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.acquire(), this.#pool.where, this.#names)
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    connection.begin()
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const { command } = await connection.commit()
    // PostgreSQL's answer if a statement had failed and the caller continued anyway.
    if (command === 'ROLLBACK') throw new TypeError('A transaction went on after a statement of it had failed')
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // The caller gets the error that caused the rollback. A connection that cannot roll back is closed.
    await connection.rollback().catch(() => {
      connection.isBroken = true
    })
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    this.#pool.release(connection.client, connection.isBroken)
  }

  async destroy(): Promise<void> {
    await this.#pool.close()
  }
}

/** What each connection has prepared. */
const preparedOn = new WeakMap<PostgresClient, PreparedColumns>()

const changes = /\b(?:insert|update|delete|merge)\b/i

class PostgresConnection implements DatabaseConnection {
  readonly client: PostgresClient
  readonly #where: string
  readonly #names: StatementNames
  readonly #prepared: PreparedColumns
  /** Statements that were asked for since the last ones went. */
  readonly #waiting: BatchedStatement[] = []
  #isScheduled = false
  #isSending = false
  /** Of the transaction that is open. */
  #begun: Promise<StatementAnswer> | undefined
  /** Whether that has changed anything. */
  #hasChanged = false
  isBroken = false

  constructor(client: PostgresClient, where: string, names: StatementNames) {
    this.client = client
    this.#where = where
    this.#names = names
    this.#prepared = preparedOn.get(client) ?? new Map()
    preparedOn.set(client, this.#prepared)
  }

  /** Goes together with the first statement. */
  begin(): void {
    // Set explicitly, because a database may have another default. A read before a write takes a turn or a row's lock.
    const begun = this.send('begin isolation level read committed')
    begun.catch(() => undefined)
    this.#begun = begun
    this.#hasChanged = false
  }

  async commit(): Promise<StatementAnswer> {
    // Without it, each statement has been committed by itself.
    await this.#begun
    const committed = await this.send('commit')
    this.#begun = undefined
    if (this.#hasChanged) noteCommit()
    return committed
  }

  async rollback(): Promise<void> {
    this.#begun = undefined
    await this.send('rollback')
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.send(sql, parameters)
    const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    if (isChange && this.#begun) this.#hasChanged = true
    else if (isChange && rowCount > 0) noteCommit()
    const answer = { rows: rows as Row[] }
    return isChange ? { ...answer, numAffectedRows: BigInt(rowCount) } : answer
  }

  /** Read as a whole, because a cursor would keep the connection as long as its reader needs. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  async send(text: string, values: readonly unknown[] = []): Promise<StatementAnswer> {
    for (let attempt = 1; ; attempt++) {
      try {
        // Several at once (pg-boss) can neither be prepared nor be in a batch.
        return await (values.length === 0 && text.includes(';') ? this.#sendSeveral(text) : this.#enqueue(text, values))
      } catch (error) {
        const isLost = isConnectionLost(error)
        this.isBroken ||= isLost
        if (isPlanStale(error)) this.#names.renew()
        if (isStatementUnknown(error)) this.#names.stop()
        // The caller repeats a whole transaction (`runInTransaction`); this would repeat only half of it.
        if (this.#begun || attempt === ATTEMPTS || !isBrokenOff(error))
          throw translatePostgresError(error, this.#where, isLost && this.#mayStore(text))
      }
      await sleep(Math.random() * 20 * attempt)
    }
  }

  /** Before its commit, nothing of a transaction is stored. Outside of one, each statement is committed by itself. */
  #mayStore(text: string): boolean {
    return this.#begun ? text === 'commit' : !/^select\b/i.test(text) && (!/^with\b/i.test(text) || changes.test(text))
  }

  #enqueue(text: string, values: readonly unknown[]): Promise<StatementAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<StatementAnswer>()
    this.#waiting.push({ text, values, name: this.#names.find(text), resolve, reject })
    this.#schedule()
    return promise
  }

  /** Those that the same turn of the event loop asks for go together. */
  #schedule(): void {
    if (this.#isScheduled || this.#isSending || this.#waiting.length === 0) return
    this.#isScheduled = true
    // A tick that a microtask asks for comes after all microtasks.
    queueMicrotask(() => process.nextTick(() => this.#flush()))
  }

  #flush(): void {
    this.#isScheduled = false
    if (this.#isSending || this.#waiting.length === 0) return
    this.#isSending = true
    const statements = this.#waiting.splice(0, this.#begun ? this.#waiting.length : 1)
    this.client.query(
      new PostgresBatch(statements, {
        prepared: this.#prepared,
        chooseReader: (typeId) => chooseParser(typeId, 'text'),
        onEnd: () => {
          this.#isSending = false
          this.#schedule()
        },
      }),
    )
  }

  /** The answer is that of the last one. */
  async #sendSeveral(text: string): Promise<StatementAnswer> {
    this.#flush()
    const answered = await this.client.query(text)
    const { command = '', rowCount, rows = [] } = [answered].flat().at(-1) ?? {}
    return { command, rowCount: rowCount ?? 0, rows }
  }
}
