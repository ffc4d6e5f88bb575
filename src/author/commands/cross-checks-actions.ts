import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CheckError, createUsageError, StoreError } from '../../errors/index.ts'
import type { Format } from '../../report/reports.ts'
import { loadCrossChecks } from '../../service/commands/connector-file/load-cross-check.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodeOfRuns, exitCodes, type Strictness } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { printList } from '../../service/commands/print-answer.ts'
import { printReport } from '../../service/commands/print-report.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { formatMinute } from '../../text/format-minute.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { demandOrganization, useRuntime } from '../../things/commands/open-runtime.ts'
import { useOrganization } from '../../things/commands/use-organization.ts'
import type { CrossCheckState } from '../../things/cross-checks/cross-checks.ts'
import type { Runtime } from '../../things/runtime/runtime.ts'

export interface CrossCheckCommandOptions extends GlobalOptions {
  /** Files of connectors that do not ship: they say what can be listed. @default none */
  readonly connector?: readonly string[] | undefined
  /** Files of cross-checks that do not ship. @default none */
  readonly crossCheck?: readonly string[] | undefined
}

/** The cross-checks, with what is missing and what each came to last. */
export async function listCrossChecks(options: CrossCheckCommandOptions, { terminal }: Context): Promise<ExitCode> {
  const states =
    (await useOrganization(
      options,
      terminal,
      ({ crossChecks }, organizationId) => crossChecks.list({ organizationId }),
      options,
    )) ?? []
  return printList(options, terminal, states, {
    none: `There is no connection yet. Connect one: ${formatCommand(shell`connect <connector>`, options)}`,
    toCells: formatStateRow,
  })
}

function formatStateRow({ check, missing, newest }: CrossCheckState): string[] {
  return [
    check.id,
    newest === undefined ? 'never ran' : newest.status.replace('_', ' '),
    newest === undefined ? '' : formatMinute(newest.atMs),
    missing[0] ?? check.title,
  ]
}

/** One cross-check: what it asks, what it reads, and what it came to last. @throws CheckError `CROSS_CHECK_UNKNOWN` */
export async function showCrossCheck(
  id: string,
  options: CrossCheckCommandOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const state = await useOrganization(
    options,
    terminal,
    ({ crossChecks }, organizationId) => crossChecks.get({ organizationId, id }),
    options,
  )
  if (state === undefined) throw createUnknownError(id, options)
  if (options.json) {
    terminal.json(state)
    return exitCodes.fine
  }
  const { check, missing, newest } = state
  const { out } = terminal
  out.line(out.paint('bold', check.title))
  if (check.description !== undefined) out.line(check.description)
  out.line()
  const rows = [
    ['reads', Object.keys(check.needs).join(', ')],
    ...(check.variables ?? []).map((variable) => ['variable', `${variable.id} (${variable.default ?? 'no default'})`]),
    ...missing.map((each) => ['missing', each]),
    ['last run', newest === undefined ? 'never' : `${newest.runId}: ${newest.status.replace('_', ' ')}`],
  ]
  out.write(formatColumns(rows, out))
  return exitCodes.fine
}

export interface RunCrossCheckOptions extends CrossCheckCommandOptions, Strictness {
  readonly format: Format
  /** File for the signed bundle, which ends in `.zip`. */
  readonly out?: string | undefined
}

/**
 * Runs a cross-check over the newest lists of all connections, and shows its results.
 * @throws CheckError `CROSS_CHECK_UNKNOWN`; CheckwrightError `CLI_USAGE`
 */
export async function runCrossCheckCommand(
  id: string,
  options: RunCrossCheckOptions,
  { terminal, interrupt }: Context,
): Promise<ExitCode> {
  const { json, format, out } = options
  if (out !== undefined && !out.endsWith('.zip'))
    throw createUsageError('Name a file for the bundle that ends in .zip: --out leavers.zip')
  const code = await interrupt.runInterruptibly((signal) =>
    useOrganization(
      options,
      terminal,
      async (runtime, organizationId) => {
        const handle = await runtime.crossChecks.run({ organizationId, id, evidence: out !== undefined })
        const end = () => void runtime.runs.cancel({ id: handle.id, organizationId })
        signal.addEventListener('abort', end, { once: true })
        const run = await handle.recorded
        signal.removeEventListener('abort', end)
        const connector = runtime.crossCheckConnector
        await printReport(json ? 'json' : format, [{ run, connector, comparison: undefined }], {}, terminal)
        if (out !== undefined) await saveBundle(runtime, handle.id, out, terminal)
        return signal.aborted ? exitCodes.interrupted : exitCodeOfRuns([run], options)
      },
      options,
    ),
  )
  if (code !== undefined) return code
  throw new StoreError('There is no organization yet, so there is nothing to judge. Connect a system first.', {
    code: 'NOT_FOUND',
  })
}

/** @throws StoreError `NOT_FOUND` for a run whose evidence could not be kept */
async function saveBundle({ workspace }: Runtime, runId: string, out: string, { err }: Terminal): Promise<void> {
  const file = await workspace.files.find(runId)
  const bytes = file && (await workspace.objects.get({ organizationId: file.organizationId, key: file.objectKey }))
  if (!bytes) throw new StoreError('The evidence of the run could not be kept.', { code: 'NOT_FOUND' })
  await pipeline(
    Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]),
    createWriteStream(out, { mode: 0o600 }),
  )
  err.line(`Bundle: ${out}`)
}

export interface CrossCheckScheduleOptions extends GlobalOptions, Pick<CrossCheckCommandOptions, 'crossCheck'> {
  /** @default the schedule is shown */
  readonly cron?: string | undefined
  readonly timeZone?: string | undefined
  readonly check?: readonly string[] | undefined
  readonly off?: boolean | undefined
}

/** Shows, sets or removes the schedule of the cross-checks. @throws CheckwrightError `CLI_USAGE`, `SCHEDULE_INVALID` */
export async function scheduleCrossChecks(
  { cron, timeZone, check: checks, off, crossCheck, ...options }: CrossCheckScheduleOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  if (cron === undefined && (timeZone !== undefined || checks !== undefined))
    throw createUsageError('Name when the runs start: --cron "0 6 * * *".')
  const crossChecks = await loadCrossChecks(crossCheck)
  const schedule = await useRuntime(options, terminal, { connectors: [], crossChecks }, async (runtime) => {
    const { crossChecks } = runtime
    const organizationId = await demandOrganization(runtime, options)
    if (off) await crossChecks.deleteSchedule({ organizationId })
    else if (cron !== undefined) await crossChecks.setSchedule({ organizationId, cron, timeZone, checks })
    return crossChecks.schedule({ organizationId })
  })
  if (options.json) terminal.json(schedule ?? null)
  else if (schedule === undefined)
    terminal.out.line('There is no schedule. Cross-checks start after lists were read anew, at most once an hour.')
  else {
    const { cron, timeZone, checks, nextAt } = schedule
    terminal.out.line(
      `"${cron}" (${timeZone}): ${checks === undefined ? 'all cross-checks' : checks.join(', ')}. Next: ${nextAt ?? 'never'}.`,
    )
  }
  return exitCodes.fine
}

function createUnknownError(id: string, options: GlobalOptions): CheckError {
  return new CheckError(`There is no cross-check "${id}". See "${formatCommand(shell`cross-checks`, options)}".`, {
    code: 'CROSS_CHECK_UNKNOWN',
  })
}
