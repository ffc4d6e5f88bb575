import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { chooseWork } from '../../checks/choose-checks.ts'
import type { ReadInventory } from '../../checks/context/inventory-reader.ts'
import { type AnyConnector, type Inventory, type InventoryKind, toInventoryId } from '../../define/index.ts'
import { CheckwrightError, createUsageError, StoreError } from '../../errors/index.ts'
import { replayRecording } from '../../evidence/recording/replay-recording.ts'
import { blockNetwork } from '../../evidence/replay/offline.ts'
import { type ExportFormat, exportForms } from '../../inventory/export/export-formats.ts'
import type { ExportedInventory } from '../../inventory/export/inventory-export.ts'
import { formatInventoryName, type InventoryHead, toInventoryHead } from '../../inventory/inventory-head.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import type { Context } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { writePieces } from '../../service/commands/write-pieces.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { useRuntime } from '../../things/commands/open-runtime.ts'
import { keepRun } from '../../things/runs/run-checks.ts'
import type { Connection } from '../../things/runtime/runtime.ts'
import { readRecording } from '../running/recordings.ts'
import { type Job, type PlanOptions, planRun } from '../running/run-plan.ts'
import { runWithProgress } from '../running/watch-run.ts'
import { loadEditedConnector } from '../watch/run-recorded.ts'

export interface InventoryOptions extends PlanOptions {
  readonly of?: InventoryKind | undefined
  readonly part?: string | undefined
  /** @default 'csv' */
  readonly format?: ExportFormat | undefined
  readonly out?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
  /** Recording to read instead of an account. */
  readonly recorded?: string | undefined
}

/**
 * Shows what a connection lists, or exports one of its lists. The exit code says whether the lists are complete.
 * @throws CheckwrightError `CLI_USAGE`, `INVENTORY_UNKNOWN`, `NOT_FOUND`
 */
export async function runInventoryCommand(
  target: string,
  options: InventoryOptions,
  context: Context,
): Promise<ExitCode> {
  const { of, part, out, format } = options
  if (of === undefined && (part ?? out ?? format) !== undefined)
    throw createUsageError('--format, --part and --out need --of: name the kind of the list, such as --of account.')
  if (options.recorded !== undefined) return showRecorded(target, { ...options, recorded: options.recorded }, context)
  const plan = await planRun(target, options, context.terminal)
  const [job] = plan.jobs
  if (job === undefined || plan.jobs.length > 1)
    throw createUsageError('Name one connector: this one is a list of several.')
  return 'connection' in job.as
    ? showStored(job.as.connection, options, context.terminal)
    : showListed(job, options, context)
}

/** The newest of a stored connection. */
function showStored(
  { id: connectionId, organizationId }: Connection,
  options: InventoryOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { of, part } = options
  return useRuntime(options, terminal, { connectors: [] }, async ({ inventories }) => {
    if (of === undefined) return showHeads(await inventories.list({ connectionId, organizationId }), options, terminal)
    const opened = await inventories.open({ connectionId, organizationId, of, part })
    if (opened === undefined)
      throw new StoreError(
        `No run of this connection has read ${formatInventoryName({ of, part })}, or its organization keeps none. Run it: ${formatCommand(shell`run ${connectionId}`, options)}`,
        { code: 'NOT_FOUND' },
      )
    return exportRecords({ head: opened.head, records: opened.records() }, options, terminal)
  })
}

/** Lists now, with the credentials that somebody gave. Nothing is stored. */
function showListed(
  { connector, variables, as }: Job,
  options: InventoryOptions,
  { terminal, interrupt }: Context,
): Promise<ExitCode> {
  const { of, allowPrivateNetwork } = options
  const chosen =
    of === undefined ? connector.inventories.map(formatInventoryName) : [formatInventoryName({ ...options, of })]
  if (!('credentials' in as)) throw new TypeError('showListed: a stored connection is read from its store')
  const { credentials } = as
  return interrupt.runInterruptibly(async (signal) => {
    const inventories = [...new Set(chosen)]
    const common = { credentials, variables, inventories, allowPrivateNetwork, signal }
    await using run = await runWithProgress(connector, terminal, {}, signal, (onEvent) =>
      keepRun(connector, { ...common, onEvent }),
    )
    const outcomes = run.head.inventories ?? []
    const heads = outcomes.map((outcome) => {
      const tells = connector.inventories.find((each) => toInventoryId(each) === toInventoryId(outcome))?.tells ?? []
      return toInventoryHead(run.head, outcome, tells)
    })
    if (of === undefined) return showHeads(heads, options, terminal)
    const [head, another] = heads
    if (head === undefined || another) throw createSeveralError(of, heads)
    // Awaited here, because the run closes when this function ends.
    return await exportRecords({ head, records: run.records?.(toInventoryId(head)) ?? none() }, options, terminal)
  })
}

/** Lists what a recording has, without network and account. @throws CheckwrightError `CLI_USAGE` for an option of an account */
async function showRecorded(
  target: string,
  options: InventoryOptions & { readonly recorded: string },
  { terminal }: Context,
): Promise<ExitCode> {
  const { recorded, of, credentials, var: variables } = options
  const stray = credentials !== undefined ? '--credentials' : variables !== undefined ? '--var' : undefined
  if (stray !== undefined) throw createUsageError(`${stray} cannot be used with --recorded. Remove one of them.`)
  const recording = await readRecording(recorded)
  const connector = await loadEditedConnector(recording.connector.id, target)
  const wanted = of === undefined ? undefined : findListed(connector, { ...options, of })
  const { now } = recording.inputs
  const run = {
    id: `recorded-${connector.id}`,
    startedAt: now,
    connector: { id: connector.id, version: connector.definition.version ?? '0.0.0' },
  }
  const heads: InventoryHead[] = []
  const useInventory = async (inventory: Inventory, { head: read, shelf }: ReadInventory) => {
    if (wanted && inventory !== wanted) return
    const head = toInventoryHead(run, { ...read, digest: await shelf.digest() }, inventory.tells)
    heads.push(head)
    if (wanted) await exportRecords({ head, records: readRecords(shelf) }, options, terminal)
  }
  await blockNetwork(() => replayRecording(recording, connector, { checks: [], unrecorded: true, useInventory }))
  return wanted ? chooseExitCode(heads) : showHeads(heads, options, terminal)
}

async function* readRecords(shelf: ReadInventory['shelf']) {
  for await (const { record } of shelf.read()) yield record
}

/** @throws CheckwrightError `INVENTORY_UNKNOWN`, and `CLI_USAGE` where several have the kind */
function findListed(
  connector: AnyConnector,
  { of, part }: { readonly of: InventoryKind; readonly part?: string | undefined },
) {
  const { inventories } = chooseWork(connector, { inventories: [formatInventoryName({ of, part })] })
  const [one, another] = inventories
  if (one && !another) return one
  throw createSeveralError(of, inventories)
}

function createSeveralError(of: string, inventories: readonly { readonly part?: string | undefined }[]) {
  return createUsageError(
    `The connector has several inventories of kind "${of}". Name one by --part: ${inventories.map(({ part }) => part).join(', ')}.`,
  )
}

async function* none() {}

function showHeads(heads: readonly InventoryHead[], { json }: InventoryOptions, terminal: Terminal): ExitCode {
  const { out } = terminal
  if (json) terminal.json(heads)
  else if (heads.length === 0) out.line('There are no lists yet. A run of the connection reads them.')
  else {
    const rows = heads.map((head) => [
      formatInventoryName(head),
      head.count.toLocaleString('en'),
      head.complete ? 'complete' : 'not complete',
      head.readAt,
      `covers ${head.covers.join(', ')}${head.leavesOut.length > 0 ? `; leaves out ${head.leavesOut.join(', ')}` : ''}`,
    ])
    out.write(formatColumns(rows, out))
    for (const head of heads) tellIncomplete(head, terminal)
  }
  return chooseExitCode(heads)
}

async function exportRecords(
  inventory: ExportedInventory,
  { format = 'csv', json, out }: InventoryOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { head } = inventory
  const pieces = exportForms[json ? 'json' : format].write(inventory)
  if (out === undefined) await writePieces(pieces, terminal.out.stream)
  else await writeExport(out, pieces)
  tellIncomplete(head, terminal)
  return chooseExitCode([head])
}

/** Under another name until it is whole, so that nobody takes a part of the list for all of it. */
async function writeExport(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.part`
  const stream = createWriteStream(unfinished, { mode: 0o600 })
  try {
    const written = finished(stream)
    // Awaited below; a failure meanwhile must not end the process.
    written.catch(() => undefined)
    await writePieces(pieces, stream)
    stream.end()
    await written
    await rename(unfinished, file)
  } catch (error) {
    stream.destroy()
    await rm(unfinished, { force: true })
    throw error instanceof CheckwrightError
      ? error
      : new CheckwrightError(`"${file}" cannot be written. Name another file by --out.`, {
          code: 'CLI_FILE_FAILED',
          cause: error,
        })
  }
}

function tellIncomplete(head: InventoryHead, { err }: Terminal): void {
  if (head.complete) return
  const because = cleanLine(head.error?.message ?? 'Nobody knows why.', 1000)
  err.line(`${formatInventoryName(head)} is not complete, so others may be missing. ${because}`)
}

function chooseExitCode(heads: readonly InventoryHead[]): ExitCode {
  return heads.every(({ complete }) => complete) ? exitCodes.fine : exitCodes.undecided
}
