import { text } from 'node:stream/consumers'
import { loadNamedFramework } from '../../author/commands/controls-actions.ts'
import { frameworkIds } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import { createUsageError, StoreError } from '../../errors/index.ts'
import { type ParquetColumn, writeParquet } from '../../report/pieces/parquet.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { refuseOnTerminal } from '../../service/commands/print-report.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { writePieces } from '../../service/commands/write-pieces.ts'
import { endOfDay, parseDay } from '../../text/calendar-day.ts'
import { formatCsvRow } from '../../text/csv-row.ts'
import { useOrganization } from '../../things/commands/use-organization.ts'
import { parseQuery } from './parse-query.ts'
import { openQueryViews, queryViews } from './query-views.ts'
import { type QueryAnswer, runQuery } from './run-query.ts'

export interface QueryCommandOptions extends GlobalOptions {
  readonly asOf?: string | undefined
  readonly from?: string | undefined
  /** Ids and files. @default the four of `checkwright controls` */
  readonly framework?: readonly string[] | undefined
  readonly format: 'csv' | 'json' | 'parquet'
}

/** Answers a SELECT over the views of an organization. @throws CheckwrightError `QUERY_INVALID`, `QUERY_LIMIT`, `CLI_USAGE` */
export async function runQueryCommand(
  argument: string,
  options: QueryCommandOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  if (argument === 'views') return printViews(options, terminal)
  const sql = argument === '-' ? await text(terminal.input) : argument
  if (options.format === 'parquet' && !options.json) refuseOnTerminal(terminal.out)
  // A mistake in it is told before a store is opened.
  parseQuery(sql)
  const fromMs = readDay(options.from, '--from')
  const asOfDayMs = readDay(options.asOf, '--as-of')
  const frameworks = await Promise.all((options.framework ?? frameworkIds).map(loadNamedFramework))
  const answer = await useOrganization(options, terminal, async (runtime, organizationId) => {
    if (asOfDayMs !== undefined && asOfDayMs > runtime.workspace.clock.nowMs())
      throw createUsageError('--as-of names a day in the future. Name today or an earlier day.')
    const asOfMs = asOfDayMs === undefined ? undefined : endOfDay(asOfDayMs)
    return runQuery(sql, await openQueryViews({ runtime, organizationId, fromMs, asOfMs, frameworks }))
  })
  if (answer === undefined)
    throw new StoreError('The store has no organization, so there is nothing to ask.', { code: 'NOT_FOUND' })
  await printAnswer(answer, options, terminal)
  return exitCodes.fine
}

async function printViews({ json, format }: QueryCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const columns = ['view', 'column', 'type', 'description']
  const rows = Object.entries(queryViews).flatMap(([view, of]) =>
    Object.entries(of.columns).map(([column, { type, description }]) => [view, column, type, description]),
  )
  await printAnswer({ columns, rows }, { json, format }, terminal)
  return exitCodes.fine
}

async function printAnswer(
  { columns, rows }: QueryAnswer,
  { json, format }: Pick<QueryCommandOptions, 'json' | 'format'>,
  { out, json: printJson }: Terminal,
): Promise<void> {
  if (json || format === 'json') printJson({ columns, rows })
  else if (format === 'parquet') await writePieces(writeParquet(typeColumns({ columns, rows }), rows), out.stream)
  else for (const row of [columns, ...rows]) out.write(formatCsvRow(row.map((value) => String(value ?? ''))))
}

/** An answer says nothing of the types of its columns. A column of numbers alone is one of numbers. */
function typeColumns({ columns, rows }: QueryAnswer): readonly ParquetColumn[] {
  const isOf = (index: number, test: (value: unknown) => boolean) =>
    rows.some((row) => row[index] !== null) && rows.every((row) => row[index] === null || test(row[index]))
  const names = new Set<string>()
  return columns.map((column, index): ParquetColumn => {
    let name = column
    // Readers take columns by their names.
    for (let number = 2; names.has(name); number++) name = `${column}_${number}`
    names.add(name)
    if (isOf(index, Number.isSafeInteger)) return { name, type: 'integer' }
    return { name, type: isOf(index, (value) => typeof value === 'number') ? 'number' : 'text' }
  })
}

function readDay(day: string | undefined, option: string): number | undefined {
  if (day === undefined) return undefined
  const atMs = parseDay(day)
  if (atMs === undefined) throw createUsageError(`${option} takes a day, such as 2026-07-01.`)
  return atMs
}
