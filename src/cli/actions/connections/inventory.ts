import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { type InventoryKind, toInventoryId } from '../../../define/index.ts'
import { CheckwrightError, StoreError } from '../../../errors/index.ts'
import { type ExportFormat, exportForms } from '../../../inventory/export/export-formats.ts'
import type { ExportedInventory } from '../../../inventory/export/inventory-export.ts'
import { formatInventoryName, type InventoryHead, toInventoryHead } from '../../../inventory/inventory-head.ts'
import { cleanLine } from '../../../report/safe-text.ts'
import { keepRun } from '../../../runtime/runs/run-checks.ts'
import type { Connection } from '../../../runtime/runtime.ts'
import type { Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { useRuntime } from '../../open-runtime.ts'
import { formatColumns } from '../../output/format-columns.ts'
import type { Terminal } from '../../output/terminal.ts'
import { writePieces } from '../../output/write-pieces.ts'
import { type Job, type PlanOptions, planRun } from '../../runs/run-plan.ts'
import { runWithProgress } from '../../runs/watch-run.ts'

export interface InventoryOptions extends PlanOptions {
  readonly of?: InventoryKind | undefined
  readonly part?: string | undefined
  readonly format: ExportFormat
  readonly out?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
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
  const { of, part, out } = options
  if (of === undefined && (part !== undefined || out !== undefined))
    throw new CheckwrightError('--part and --out need --of: name the kind of the list.', { code: 'CLI_USAGE' })
  const plan = await planRun(target, options, context.terminal)
  const [job] = plan.jobs
  if (job === undefined || plan.jobs.length > 1)
    throw new CheckwrightError('Name one connector: this one is a list of several.', { code: 'CLI_USAGE' })
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
        `No run of this connection has read ${formatInventoryName({ of, part })}, or its organization keeps none. Run it: checkwright run ${connectionId}`,
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
    if (head === undefined || another)
      throw new CheckwrightError(
        `The connector has several inventories of kind "${of}". Name one by --part: ${heads.map(({ part }) => part).join(', ')}.`,
        { code: 'CLI_USAGE' },
      )
    // Awaited here, because the run closes when this function ends.
    return await exportRecords({ head, records: run.records?.(toInventoryId(head)) ?? none() }, options, terminal)
  })
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
  { format, json, out }: InventoryOptions,
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
  return heads.every(({ complete }) => complete) ? exitCodes.fine : exitCodes.untold
}
