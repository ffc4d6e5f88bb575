import {
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { isPostgres } from './is-postgres.ts'
import type { Schema } from './tables.ts'

/** Stands in a prepared statement for a value of each use. */
export type Placeholders<Params> = <Name extends keyof Params & string>(name: Name) => RawBuilder<Params[Name]>

class Placeholder<Params> {
  readonly read: (params: Params) => unknown

  constructor(read: (params: Params) => unknown) {
    this.read = read
  }
}

/**
 * A statement whose text is always the same: it is built and compiled once for a database, and used with other values each
 * time, within transactions too. It pays where a request or a run needs the statement each time, because building one costs
 * more than what SQLite does for it.
 *
 * @param build annotate the second parameter with the members and types of the values: `Placeholders<{ id: string }>`
 */
export function prepareStatement<Params, Row>(
  build: (db: Kysely<Schema>, params: Placeholders<Params>) => Compilable<Row>,
): (db: Kysely<Schema>, params: Params) => Promise<Row[]> {
  // A database and its transactions have one adapter.
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  return (db, params) => {
    const { adapter } = db.getExecutor()
    let statement = compiled.get(adapter)
    if (statement === undefined) {
      statement = build(db, (name) => placeValue((from: Params) => from[name])).compile()
      compiled.set(adapter, statement)
    }
    return executeWith(db, statement, params)
  }
}

/** With more rows, building the statement costs little beside what the database does. */
const preparedRowsMax = 50

/**
 * The same for a statement that writes rows: it has a text for each number of them.
 *
 * @param build annotate the second parameter with the type of a row: `readonly Placeholders<Row>[]`
 * @param batchRows how many rows a full batch has, of which many follow each other. @default there are none
 */
export function prepareRows<Row>(
  build: (db: Kysely<Schema>, rows: readonly Placeholders<Row>[]) => Compilable<unknown>,
  batchRows?: number,
): (db: Kysely<Schema>, rows: readonly Row[]) => Promise<void> {
  const compiled = new WeakMap<DialectAdapter, Map<number, CompiledQuery>>()
  return async (db, rows) => {
    if (rows.length === 0) return
    const { adapter } = db.getExecutor()
    const ofAdapter = compiled.get(adapter) ?? new Map<number, CompiledQuery>()
    compiled.set(adapter, ofAdapter)
    let statement = ofAdapter.get(rows.length)
    if (statement === undefined) {
      const places = rows.map((_, index): Placeholders<Row> => {
        return (name) => placeValue((from: readonly Row[]) => from[index]?.[name])
      })
      statement = build(db, places).compile()
      if (rows.length <= preparedRowsMax || rows.length === batchRows) ofAdapter.set(rows.length, statement)
    }
    await executeWith(db, statement, rows)
  }
}

/** Whether a text is one of a list, in a prepared statement: its text does not depend on the length of the list. */
export function isAmong(db: Kysely<Schema>, column: string, list: RawBuilder<readonly string[]>): RawBuilder<SqlBool> {
  const value = sql.ref(column)
  // A list that PostgreSQL sees as a parameter is planned anew for each of its lengths, because a plan for any list costs more.
  return isPostgres(db)
    ? sql`${value} = any(array(select unnest(cast(${list} as text[]))))`
    : sql`${value} in (select value from json_each(${list}))`
}

/** The same for a list that is known: one parameter, however long it is. Databases take some ten thousand parameters. */
export function isOneOf(db: Kysely<Schema>, column: string, list: readonly string[]): RawBuilder<SqlBool> {
  return isAmong(db, column, sql`${toParameter(db, list)}`)
}

function placeValue<Params, Value>(read: (params: Params) => unknown): RawBuilder<Value> {
  return sql<Value>`${new Placeholder(read)}`
}

async function executeWith<Params, Row>(
  db: Kysely<Schema>,
  statement: CompiledQuery<Row>,
  params: Params,
): Promise<Row[]> {
  const parameters = statement.parameters.map((value) =>
    value instanceof Placeholder ? toParameter(db, value.read(params)) : value,
  )
  return (await db.executeQuery<Row>({ ...statement, parameters })).rows
}

/** SQLite has no lists, and reads them from JSON. */
function toParameter(db: Kysely<Schema>, value: unknown): unknown {
  return Array.isArray(value) && !isPostgres(db) ? JSON.stringify(value) : value
}
