import { constants, DatabaseSync, type StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type {
  FromQueryProcess,
  QueryOrder,
  QueryRow,
  QueryTable,
  QueryValue,
  ToQueryProcess,
} from './query-messages.ts'

/**
 * The program of the process that computes a query: a database in memory with the rows that it is sent. It imports nothing of ours: it
 * may read this file and that of its watcher alone, and has no environment.
 */

const rowsAtOnce = 500

/** Primary result codes of SQLite. https://www.sqlite.org/rescode.html */
const limitCodes: ReadonlySet<unknown> = new Set([7 /* NOMEM */, 13 /* FULL */, 18 /* TOOBIG */])

/** Functions that make rows of a JSON text: their columns are read like those of a table. */
const tableFunctions = ['json_each', 'json_tree']

/** Functions that load code. SQLite refuses them as well. */
const reachingFunctions: ReadonlySet<string | null> = new Set(['load_extension', 'fts3_tokenizer'])

let open: { readonly database: DatabaseSync; readonly order: QueryOrder } | undefined

async function handle(message: ToQueryProcess): Promise<FromQueryProcess> {
  if (message.kind === 'prepare') {
    await startWatching(message)
    const database = createDatabase(message)
    open = { database, order: message }
    // Before any row is read: whoever mistypes a name does not wait for the rows.
    const statement = prepareQuery(database, message)
    const columns = statement.columns().map(({ name }) => name)
    allowEverything(database)
    return { kind: 'ready', columns }
  }
  if (!open) throw new Error('A query is prepared first.')
  if (message.kind === 'rows') {
    insertRows(open.database, message.table, message.rows)
    return { kind: 'taken' }
  }
  open.database.exec('PRAGMA query_only = ON')
  await sendAnswer(prepareQuery(open.database, open.order))
  return { kind: 'end' }
}

function createDatabase({ tables, limits }: QueryOrder): DatabaseSync {
  // Node.js 22 knows no limits of a database; there, memory and time are what ends a query.
  const database = new DatabaseSync(':memory:', { limits: { length: limits.valueBytesMax, attach: 0 } })
  // Sorting writes no temporary file.
  database.exec('PRAGMA temp_store = MEMORY')
  for (const { name, columns } of tables)
    database.exec(`CREATE TABLE ${name} (${columns.map((column) => `${column.name} ${column.type}`).join(', ')})`)
  return database
}

/** A statement that does nothing but select from the views. */
function prepareQuery(database: DatabaseSync, { sql, tables }: QueryOrder): StatementSync {
  allowReading(database, tables)
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  // Two columns may have one name.
  statement.setReturnArrays(true)
  return statement
}

/** Node.js 22 has no authorizer; there, `query_only` and the reader of the text refuse what writes. */
function allowReading(database: DatabaseSync, tables: readonly QueryTable[]): void {
  const readable = new Set([...tables.map(({ name }) => name), ...tableFunctions])
  database.setAuthorizer?.((action, subject, detail) => {
    const { SQLITE_SELECT, SQLITE_RECURSIVE, SQLITE_READ, SQLITE_FUNCTION, SQLITE_OK, SQLITE_DENY } = constants
    if (action === SQLITE_SELECT || action === SQLITE_RECURSIVE) return SQLITE_OK
    // No column is read where rows are counted; then the name may be one that the query gives itself.
    if (action === SQLITE_READ) return detail === '' || readable.has(subject ?? '') ? SQLITE_OK : SQLITE_DENY
    return action === SQLITE_FUNCTION && !reachingFunctions.has(detail) ? SQLITE_OK : SQLITE_DENY
  })
}

function allowEverything(database: DatabaseSync): void {
  database.setAuthorizer?.(null)
}

function insertRows(database: DatabaseSync, table: string, rows: readonly QueryRow[]): void {
  const [first] = rows
  if (!first) return
  const insert = database.prepare(`INSERT INTO ${table} VALUES (${first.map(() => '?').join(', ')})`)
  database.exec('BEGIN')
  for (const row of rows) insert.run(...row)
  database.exec('COMMIT')
}

async function sendAnswer(statement: StatementSync): Promise<void> {
  let rows: QueryRow[] = []
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<readonly unknown[]>) {
    rows.push(row.map(toQueryValue))
    if (rows.length < rowsAtOnce) continue
    await send({ kind: 'rows', rows })
    rows = []
  }
  if (rows.length > 0) await send({ kind: 'rows', rows })
}

function toQueryValue(value: unknown): QueryValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

function send(message: FromQueryProcess): Promise<void> {
  return new Promise((resolve, reject) =>
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve())),
  )
}

function toRefusal(error: unknown): FromQueryProcess {
  const code =
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
  const message = error instanceof Error ? error.message : String(error)
  return { kind: 'refused', because: limitCodes.has(code) ? 'limit' : 'text', message }
}

/** A thread of its own, because SQLite answers nobody while it computes. SQLite in Node.js does not count its memory itself. */
function startWatching({ watcher, limits }: QueryOrder): Promise<void> {
  const thread = new Worker(new URL(watcher), { workerData: limits.memoryBytesMax })
  thread.unref()
  return new Promise((resolve) => thread.once('online', resolve))
}

process.on('message', (message: ToQueryProcess) => {
  handle(message).catch(toRefusal).then(send)
})
process.once('disconnect', () => process.exit())
