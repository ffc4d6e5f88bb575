import type { StatementSync as Statement } from 'node:sqlite'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import { PostgresBatch } from '../../src/service/store/sql/postgres/postgres-batch.ts'

/** The statements of a transaction. A statement outside of one is one, too. */
export type SentTransaction = readonly string[]

/**
 * Records what the clients of databases in this process send, PostgreSQL's and those of one SQLite file, until the test has finished.
 * @returns what was sent so far, in order
 */
export function recordTransactions(): () => readonly SentTransaction[] {
  const readSent = recordSent()
  return () => readSent().map(({ statements }) => statements)
}

/** The same, with the number of pieces in which the statements of each went to the database, beside its commit. */
export function recordSent(): () => readonly { readonly statements: SentTransaction; readonly pieces: number }[] {
  const { DatabaseSync, StatementSync } = process.getBuiltinModule('node:sqlite')
  const { run: sendRun, all: sendAll } = StatementSync.prototype
  // A statement tells its text only until it is finalized.
  const texts = new WeakMap<Statement, string>()
  const [query, exec, run, all] = [
    vi.spyOn(pg.Client.prototype, 'query'),
    vi.spyOn(DatabaseSync.prototype, 'exec'),
    vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: Statement, ...values) {
      texts.set(this, this.sourceSQL)
      return sendRun.apply(this, values)
    }),
    vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: Statement, ...values) {
      texts.set(this, this.sourceSQL)
      return sendAll.apply(this, values)
    }),
  ]
  onTestFinished(() => {
    for (const spy of [query, exec, run, all]) spy.mockRestore()
  })
  return () => {
    const sent = [
      ...query.mock.calls.flatMap(([given], at) =>
        readTexts(given).map((statement) => ({
          client: query.mock.contexts[at],
          statement,
          order: query.mock.invocationCallOrder[at] ?? 0,
        })),
      ),
      ...exec.mock.calls.map(([statement], at) => ({
        client: DatabaseSync,
        statement,
        order: exec.mock.invocationCallOrder[at] ?? 0,
      })),
      ...[run, all].flatMap(({ mock }) =>
        mock.contexts.map((of, at) => ({
          client: DatabaseSync,
          statement: (of instanceof StatementSync && texts.get(of)) || '',
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

interface Sent {
  readonly client: unknown
  readonly statement: string
  /** The same for all of a piece. */
  readonly order: number
}

function groupByTransaction(sent: readonly Sent[]) {
  const transactions: Sent[][] = []
  const open = new Map<unknown, Sent[]>()
  for (const each of sent) {
    const { client, statement } = each
    if (/^(commit|rollback)/i.test(statement)) open.delete(client)
    else if (/^begin/i.test(statement)) {
      const begun = [each]
      open.set(client, begun)
      transactions.push(begun)
    } else if (open.has(client)) open.get(client)?.push(each)
    else transactions.push([each])
  }
  return transactions.map((all) => ({
    statements: all.map(({ statement }) => statement).filter((statement) => !/^begin/i.test(statement)),
    pieces: new Set(all.map(({ order }) => order)).size,
  }))
}

function readTexts(given: unknown): readonly string[] {
  if (given instanceof PostgresBatch) return given.statements.map(({ text }) => text)
  if (typeof given === 'string') return [given]
  return typeof given === 'object' && given !== null && 'text' in given ? [String(given.text)] : []
}
