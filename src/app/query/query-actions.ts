import { text } from 'node:stream/consumers'
import { loadNamedFramework } from '../../author/commands/controls-actions.ts'
import { frameworkIds } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import { createUsageError, StoreError } from '../../errors/index.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
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
  readonly format: 'csv' | 'json'
}

/** Answers a SELECT over the views of an organization. @throws CheckwrightError `QUERY_INVALID`, `QUERY_LIMIT`, `CLI_USAGE` */
export async function runQueryCommand(
  argument: string,
  options: QueryCommandOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  if (argument === 'views') return printViews(options, terminal)
  const sql = argument === '-' ? await text(terminal.input) : argument
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
  printAnswer(answer, options, terminal)
  return exitCodes.fine
}

function printViews({ json, format }: QueryCommandOptions, terminal: Terminal): ExitCode {
  const columns = ['view', 'column', 'type', 'description']
  const rows = Object.entries(queryViews).flatMap(([view, of]) =>
    Object.entries(of.columns).map(([column, { type, description }]) => [view, column, type, description]),
  )
  printAnswer({ columns, rows }, { json, format }, terminal)
  return exitCodes.fine
}

function printAnswer(
  { columns, rows }: QueryAnswer,
  { json, format }: Pick<QueryCommandOptions, 'json' | 'format'>,
  { out, json: printJson }: Terminal,
): void {
  if (json || format === 'json') printJson({ columns, rows })
  else for (const row of [columns, ...rows]) out.write(formatCsvRow(row.map((value) => String(value ?? ''))))
}

function readDay(day: string | undefined, option: string): number | undefined {
  if (day === undefined) return undefined
  const atMs = parseDay(day)
  if (atMs === undefined) throw createUsageError(`${option} takes a day, such as 2026-07-01.`)
  return atMs
}
