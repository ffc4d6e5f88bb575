import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import { PostgresBatch } from '../../src/store/sql/postgres-batch.ts'

/** The statements of a transaction. A statement outside of one is one, too. */
export type SentTransaction = readonly string[]

/**
 * Records what the clients of databases in this process send, PostgreSQL's and those of one SQLite file, until the test has finished.
 * @returns what was sent so far, in order
 */
export function recordTransactions(): () => readonly SentTransaction[] {
  const { DatabaseSync, StatementSync } = process.getBuiltinModule('node:sqlite')
  const [query, exec, run, all] = [
    vi.spyOn(pg.Client.prototype, 'query'),
    vi.spyOn(DatabaseSync.prototype, 'exec'),
    vi.spyOn(StatementSync.prototype, 'run'),
    vi.spyOn(StatementSync.prototype, 'all'),
  ]
  onTestFinished(() => {
    for (const spy of [query, exec, run, all]) spy.mockRestore()
  })
  return () => {
    const sent = [
      ...query.mock.calls.flatMap(([given], at) =>
        readTexts(given).map((statement) => ({
          ...{ client: query.mock.contexts[at], statement, order: query.mock.invocationCallOrder[at] ?? 0 },
        })),
      ),
      ...exec.mock.calls.map(([statement], at) => ({
        ...{ client: DatabaseSync, statement, order: exec.mock.invocationCallOrder[at] ?? 0 },
      })),
      ...[run, all].flatMap(({ mock }) =>
        mock.contexts.map((of, at) => ({
          ...{ client: DatabaseSync, statement: of instanceof StatementSync ? of.sourceSQL : '' },
          order: mock.invocationCallOrder[at] ?? 0,
        })),
      ),
    ]
    return groupByTransaction(sent.toSorted((one, other) => one.order - other.order))
  }
}

/**
 * Records what is sent to PostgreSQL in one piece and answered in one, until the test has finished.
 * @returns the statements of each piece so far, in order
 */
export function recordPieces(): () => readonly (readonly string[])[] {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  return () => query.mock.calls.map(([given]) => readTexts(given))
}

function groupByTransaction(
  sent: readonly { readonly client: unknown; readonly statement: string }[],
): readonly SentTransaction[] {
  const transactions: string[][] = []
  const open = new Map<unknown, string[]>()
  for (const { client, statement } of sent) {
    if (/^(commit|rollback)/i.test(statement)) open.delete(client)
    else if (/^begin/i.test(statement)) {
      const begun: string[] = []
      open.set(client, begun)
      transactions.push(begun)
    } else if (open.has(client)) open.get(client)?.push(statement)
    else transactions.push([statement])
  }
  return transactions
}

function readTexts(given: unknown): readonly string[] {
  if (given instanceof PostgresBatch) return given.statements.map(({ text }) => text)
  if (typeof given === 'string') return [given]
  return typeof given === 'object' && given !== null && 'text' in given ? [String(given.text)] : []
}
