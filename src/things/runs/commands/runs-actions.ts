import { nameConnection } from '../../../checks/runs/recorded-run.ts'
import type { RunRecord } from '../../../checks/runs/run-store.ts'
import { StoreError } from '../../../errors/index.ts'
import type { Format } from '../../../report/reports.ts'
import { loadShipped } from '../../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printList } from '../../../service/commands/print-answer.ts'
import { printReport } from '../../../service/commands/print-report.ts'
import { formatMinute } from '../../../text/format-minute.ts'
import { formatSeconds } from '../../../text/format-seconds.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { findOrganization, hasStore, listStored, useRuntime } from '../../commands/open-runtime.ts'
import { loadConnectionNames } from '../../connections/commands/connections-actions.ts'
import type { Runtime } from '../../runtime/runtime.ts'

export interface ListRunsOptions extends GlobalOptions {
  /** How many of the newest. */
  readonly limit: number
}

/** The runs of an organization, or of one of its connections, newest first. */
export async function listRuns(
  connectionId: string | undefined,
  options: ListRunsOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const { limit } = options
  const runs = await listStored(options, terminal, async (runtime, organizationId) => {
    const names = await loadConnectionNames(runtime, organizationId)
    const found = await runtime.runs.list({ organizationId, connectionId, limit })
    return found.map((run) => ({ ...run, connectionName: names.get(run.connectionId) ?? null }))
  })
  return printList(options, terminal, runs, {
    none: `There are no runs yet. Start one: ${formatCommand(shell`run <connection>`, options)}`,
    toCells: formatRunRow,
  })
}

type NamedRun = RunRecord & { readonly connectionName: string | null }

function formatRunRow({
  id,
  connectorId,
  crossCheckId,
  connectionName,
  startedAtMs,
  finishedAtMs,
  status,
  scoped,
}: NamedRun): string[] {
  const took = finishedAtMs === null ? '' : formatSeconds(finishedAtMs - startedAtMs)
  const subject = crossCheckId ?? (connectionName === null ? connectorId : `${connectorId} (${connectionName})`)
  // A name may be long, so it stands last, where a row breaks.
  return [id, formatMinute(startedAtMs), took, status.replace('_', ' '), `${subject}${scoped ? ', scoped' : ''}`]
}

export interface ShowRunOptions extends GlobalOptions {
  readonly format: Format
}

/**
 * The result of a stored run, in any format of a report. Like `report`, its exit code only reports its own success.
 * @throws StoreError `NOT_FOUND` for an unknown run, or one without results so far
 */
export async function showRun(id: string, options: ShowRunOptions, { terminal }: Context): Promise<ExitCode> {
  const { json, format } = options
  if (!hasStore(options)) throw createNoRunError(id, options)
  await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const run = await demandRecordedRun(runtime, id, options)
    const connector = run.head.crossCheck ? runtime.crossCheckConnector : await loadShipped(run.head.connector.id)
    const { connectionId, organizationId } = run.head
    const connection =
      connectionId === undefined ? undefined : await runtime.connections.get({ id: connectionId, organizationId })
    const named = nameConnection(run, connection?.name)
    const reported = { run: named, connector, comparison: undefined, rest: `see the format json of run ${id}` }
    await printReport(json ? 'json' : format, [reported], {}, terminal)
  })
  return exitCodes.fine
}

async function demandRecordedRun(runtime: Runtime, id: string, options: GlobalOptions) {
  const organizationId = await findOrganization(runtime, options)
  const found = await runtime.runs.kept({ id, organizationId })
  if (found === undefined) throw createNoRunError(id, options)
  if (found.recorded) return found.recorded
  throw new StoreError(`Run ${id} has no results: it is ${found.status}.`, { code: 'NOT_FOUND' })
}

function createNoRunError(id: string, options: GlobalOptions): StoreError {
  return new StoreError(`There is no run ${id}. See "${formatCommand(shell`runs`, options)}".`, { code: 'NOT_FOUND' })
}
