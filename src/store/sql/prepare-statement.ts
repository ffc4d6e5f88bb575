import { type Compilable, type CompiledQuery, type DialectAdapter, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from './tables.ts'

type Value = string | number | null

/** Stands in a prepared statement for a value of each use. */
export type Placeholders<Given> = <Name extends keyof Given & string>(name: Name) => RawBuilder<Given[Name]>

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement whose text is always the same: it is built and compiled once for a database, and used with other values each
 * time, within transactions too. It pays where a request or a run needs the statement each time, because building one costs
 * more than what SQLite does for it.
 *
 * @param build annotate the second parameter with the members and types of the values: `Placeholders<{ id: string }>`
 */
export function prepareStatement<Given extends Readonly<Record<string, Value>>, Row>(
  build: (db: Kysely<Schema>, given: Placeholders<Given>) => Compilable<Row>,
): (db: Kysely<Schema>, given: Given) => Promise<Row[]> {
  // A database and its transactions have one adapter.
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  return async (db, given) => {
    const { adapter } = db.getExecutor()
    let statement = compiled.get(adapter)
    if (statement === undefined) {
      statement = build(db, (name) => sql`${new Placeholder(name)}`).compile()
      compiled.set(adapter, statement)
    }
    const parameters = statement.parameters.map((value) => (value instanceof Placeholder ? given[value.name] : value))
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows
  }
}
