import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { fileURLToPath } from 'node:url'
import { CheckwrightError } from '../../errors/index.ts'
import { locateProgram } from '../../sandbox/locate-program.ts'
import { memoryWatcher } from '../../sandbox/memory-watcher.ts'
import { type QueryLimits, queryLimits } from './limits.ts'
import { createQueryError, parseQuery } from './parse-query.ts'
import type { FromQueryProcess, QueryRow, QueryTable, ToQueryProcess } from './query-messages.ts'

/** A table of a query, whose rows are read if the query names it. */
export interface QueryTableSource extends QueryTable {
  /** Called at most once. */
  readonly rows: () => AsyncIterable<QueryRow>
}

export interface QueryAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly QueryRow[]
}

/** Rows on their way to the process at once. */
const rowsAtOnce = 500

/**
 * Computes a SELECT over tables. The text of the query reaches no store: a process that has nothing but the rows of these tables computes it,
 * without an environment, files or a database of ours, and is ended when it takes too long.
 * @throws CheckwrightError `QUERY_INVALID` for what is not one SELECT over the tables; `QUERY_LIMIT` for what takes too long, too much memory
 * or has too many rows
 */
export async function runQuery(
  sql: string,
  tables: readonly QueryTableSource[],
  limits: QueryLimits = queryLimits,
): Promise<QueryAnswer> {
  const { names } = parseQuery(sql)
  const query = new QueryProcess(limits)
  try {
    const order = tables.map(({ name, columns }) => ({ name, columns }))
    const columns = await query.prepare(sql, order)
    for (const table of tables) if (names.has(table.name)) await fillTable(query, table, limits)
    return { columns, rows: await query.answer() }
  } finally {
    query.end()
  }
}

async function fillTable(
  query: QueryProcess,
  { name, rows }: QueryTableSource,
  { viewRowsMax }: QueryLimits,
): Promise<void> {
  let count = 0
  let batch: QueryRow[] = []
  for await (const row of rows()) {
    if (++count > viewRowsMax)
      throw createLimitError(
        `"${name}" has more than ${viewRowsMax} rows. Choose the runs to read by --from and --as-of.`,
      )
    batch.push(row)
    if (batch.length < rowsAtOnce) continue
    await query.insert(name, batch)
    batch = []
  }
  await query.insert(name, batch)
}

const program = fileURLToPath(locateProgram('query-process', import.meta.url))

/** The process of one query. */
class QueryProcess {
  readonly #limits: QueryLimits
  readonly #child: ChildProcess
  readonly #messages: AsyncIterator<[FromQueryProcess]>
  /** Rejects when the process is gone. */
  readonly #gone: Promise<never>
  #isLate = false

  constructor(limits: QueryLimits) {
    this.#limits = limits
    this.#child = fork(program, {
      env: {},
      // It reads its own program, and that of the thread which watches its memory.
      execArgv: [
        '--permission',
        ...[program, fileURLToPath(memoryWatcher)].map((file) => `--allow-fs-read=${file}`),
        '--allow-worker',
        '--no-warnings',
      ],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#messages = on(this.#child, 'message') as AsyncIterator<[FromQueryProcess]>
    this.#gone = new Promise((_, reject) => {
      this.#child.once('error', reject)
      this.#child.once('exit', () => reject(this.#explainEnd()))
    })
    // Somebody waits for it only while the process has something to answer.
    this.#gone.catch(() => undefined)
  }

  async prepare(sql: string, tables: readonly QueryTable[]): Promise<readonly string[]> {
    const answer = await this.#inTime(() =>
      this.#ask({ kind: 'prepare', sql, tables, limits: this.#limits, watcher: memoryWatcher.href }),
    )
    if (answer.kind !== 'ready') throw new TypeError(`prepare was answered by ${answer.kind}`)
    return answer.columns
  }

  async insert(table: string, rows: readonly QueryRow[]): Promise<void> {
    await this.#ask({ kind: 'rows', table, rows })
  }

  async answer(): Promise<readonly QueryRow[]> {
    const { answerRowsMax, answerCharactersMax } = this.#limits
    return this.#inTime(async () => {
      const rows: QueryRow[] = []
      let characters = 0
      for (let next = await this.#ask({ kind: 'answer' }); next.kind !== 'end'; next = await this.#listen()) {
        if (next.kind !== 'rows') throw new TypeError(`answer was answered by ${next.kind}`)
        rows.push(...next.rows)
        for (const value of next.rows.flat()) characters += String(value).length
        if (rows.length > answerRowsMax || characters > answerCharactersMax)
          throw createLimitError(
            `The answer has more than ${rows.length > answerRowsMax ? `${answerRowsMax} rows` : `${answerCharactersMax} characters`}. Ask for less of it: by WHERE, by LIMIT, or by count().`,
          )
      }
      return rows
    })
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }

  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.#isLate = true
      this.end()
    }, this.#limits.timeoutMs)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
    }
  }

  #ask(message: ToQueryProcess): Promise<FromQueryProcess> {
    const answer = this.#listen()
    // A process that is gone has said so already.
    this.#child.send(message, () => undefined)
    return answer
  }

  async #listen(): Promise<FromQueryProcess> {
    const next = await Promise.race([this.#messages.next(), this.#gone])
    const [answer] = next.value as [FromQueryProcess]
    if (answer.kind !== 'refused') return answer
    throw answer.because === 'limit'
      ? createLimitError(`The query needs more than it may: ${answer.message}.`)
      : createQueryError(`The query was refused: ${answer.message}.`)
  }

  #explainEnd(): CheckwrightError {
    const { timeoutMs, memoryBytesMax } = this.#limits
    return createLimitError(
      this.#isLate
        ? `The query takes longer than ${timeoutMs / 1_000} seconds, and was ended. Join views by their ids, and choose runs by --from.`
        : `The query needs more than ${Math.round(memoryBytesMax / 1024 ** 2)} MB of memory, and was ended.`,
    )
  }
}

function createLimitError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'QUERY_LIMIT' })
}
