import type pg from 'pg'
import type { FieldDef } from 'pg'
import { StalePlanError } from '../postgres-error.ts'

/** A statement that somebody waits for. */
export interface BatchedStatement {
  readonly text: string
  readonly values: readonly unknown[]
  /** undefined: it is not worth preparing */
  readonly name: string | undefined
  readonly resolve: (answer: StatementAnswer) => void
  readonly reject: (error: unknown) => void
}

export interface StatementAnswer {
  /** Its tag: `SELECT`, `UPDATE`, `COMMIT`. */
  readonly command: string
  readonly rowCount: number
  readonly rows: Record<string, unknown>[]
}

type ReadValue = (text: string) => unknown

/** How to read the values of a type, by the object id of that. */
export type ChooseReader = (typeId: number) => ReadValue

/** How the columns of a prepared statement are named and read. */
interface StatementColumns {
  readonly names: readonly string[]
  readonly readers: readonly ReadValue[]
}

/** What a connection has prepared, by name. */
export type PreparedColumns = Map<string, StatementColumns>

/**
 * Statements that go to PostgreSQL in one piece, with one Sync at their end: it answers them in one piece, too. With a Sync after each,
 * both sides would send and read a packet for each. A statement that is prepared is not described again.
 *
 * Where one fails, PostgreSQL skips those behind it, and they fail with its error. Statements that are not of one transaction must
 * not be in one batch: those before the failure would be undone with it.
 */
export class PostgresBatch implements pg.Submittable {
  readonly statements: readonly BatchedStatement[]
  readonly #prepared: PreparedColumns
  readonly #chooseReader: ChooseReader
  readonly #onEnd: () => void
  readonly #answers: (StatementAnswer | { readonly failure: unknown })[] = []
  #columns: StatementColumns | undefined
  #rows: Record<string, unknown>[] = []
  #failure: unknown
  #isEnded = false

  /** @param how.onEnd called when all of them are settled */
  constructor(
    statements: readonly BatchedStatement[],
    how: { readonly prepared: PreparedColumns; readonly chooseReader: ChooseReader; readonly onEnd: () => void },
  ) {
    this.statements = statements
    this.#prepared = how.prepared
    this.#chooseReader = how.chooseReader
    this.#onEnd = how.onEnd
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection
    const parsed = new Set<string>()
    stream.cork()
    for (const { name = '', text, values } of this.statements) {
      const isPrepared = name !== '' && this.#prepared.has(name)
      if (!isPrepared && !parsed.has(name)) {
        // One that failed the first time may be prepared all the same.
        if (name !== '') connection.close({ type: 'S', name }, true)
        connection.parse({ name, text, types: [] }, true)
        if (name !== '') parsed.add(name)
      }
      connection.bind({ statement: name, values: values.map(toParameter) }, true)
      if (!isPrepared) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
    }
    connection.sync()
    stream.uncork()
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      readers: fields.map(({ dataTypeID }) => this.#chooseReader(dataTypeID)),
    }
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#prepared.get(this.statements[this.#answers.length]?.name ?? '') ?? noColumns
    try {
      this.#rows.push(nameValues(this.#columns, fields))
    } catch (error) {
      this.#failure ??= error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const name = this.statements[this.#answers.length]?.name
    if (name !== undefined && !this.#prepared.has(name)) this.#prepared.set(name, this.#columns ?? noColumns)
    const [command = '', ...numbers] = text.split(' ')
    this.#answers.push(
      this.#failure === undefined
        ? { command, rowCount: Number(numbers.at(-1) ?? 0), rows: this.#rows }
        : { failure: this.#failure },
    )
    this.#columns = undefined
    this.#rows = []
    this.#failure = undefined
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.#end(undefined)
  }

  /** The answer to the next statement, or the connection has broken. */
  handleError(error: unknown): void {
    this.#end(error)
  }

  #end(error: unknown): void {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const [index, { resolve, reject }] of this.statements.entries()) {
      const answer = this.#answers[index] ?? { failure: error }
      if ('failure' in answer) reject(answer.failure)
      else resolve(answer)
    }
    this.#onEnd()
  }
}

const noColumns: StatementColumns = { names: [], readers: [] }

function nameValues({ names, readers }: StatementColumns, values: readonly (string | null)[]): Record<string, unknown> {
  // Behind a pooler, another connection may have prepared the statement of that name, with the columns of then.
  if (values.length !== names.length) throw new StalePlanError()
  const row: Record<string, unknown> = {}
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? null
    row[name] = value === null ? null : readers[index]?.(value)
  }
  return row
}

/** As PostgreSQL reads it. Numbers are whole, as in `roundNumber`. */
function toParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(Math.round(value))
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function toElement(value: unknown): string {
  const parameter = toParameter(value)
  if (parameter === null) return 'NULL'
  if (Array.isArray(value)) return String(parameter)
  const text = typeof parameter === 'string' ? parameter : `\\x${parameter.toString('hex')}`
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
