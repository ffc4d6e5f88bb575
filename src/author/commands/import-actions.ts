import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CheckwrightError, createUsageError, isSystemError } from '../../errors/index.ts'
import { openTempFolder } from '../../http/files/temp-folder.ts'
import { keepOriginal } from '../../received/keep-original.ts'
import { parseApart } from '../../received/parsing/parse-apart.ts'
import type { ReceivedFormatId } from '../../received/received-item.ts'
import { demandFileSize } from '../../received/refuse-file.ts'
import { receiveRun } from '../../received/runs/receive-run.ts'
import type { Format } from '../../report/reports.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodeOfRuns, type Strictness } from '../../service/commands/exit-codes.ts'
import { printReport } from '../../service/commands/print-report.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import { demandOrganization, useRuntime } from '../../things/commands/open-runtime.ts'
import { chooseOutPlace, tellBundles } from '../running/bundle-place.ts'
import { readWaivers } from '../running/read-waivers.ts'
import { tellReceived } from '../running/tell-received.ts'
import { writeBundleOf } from '../running/write-run.ts'

export interface ImportFileOptions extends GlobalOptions, Strictness {
  readonly from?: ReceivedFormatId | undefined
  /** Name of the source in the store. @default the run is not stored */
  readonly source?: string | undefined
  readonly format: Format
  readonly out?: string | undefined
  /** File of accepted exceptions. */
  readonly waivers?: string | undefined
}

/** Makes a run of a file of another tool, shows its results, and sets the exit code by them. */
export async function runImportCommand(file: string, options: ImportFileOptions, context: Context): Promise<ExitCode> {
  const { terminal } = context
  if (options.source !== undefined) return importIntoStore(file, { ...options, source: options.source }, context)
  const waivers = await readWaivers(options.waivers)
  const place = options.out === undefined ? undefined : await chooseOutPlace(options.out, options, terminal)
  await using folder = await openTempFolder('import')
  const original = await readOriginal(file, join(folder.path, 'original'))
  await using run = await receiveRun(parseApart(original.path, options.from), {
    file: original.file,
    original: original.read,
    now: new Date(),
    nowMs: Date.now,
    waivers,
    isOriginalStored: place !== undefined,
  })
  const paths = place ? await writeBundleOf(place, run) : undefined
  await printReport(
    options.json ? 'json' : options.format,
    [{ run, rest: paths && `see ${paths[0]}` }],
    { isList: false },
    terminal,
  )
  tellReceived(run.head, terminal)
  if (place && paths) tellBundles(new Map([['import', place]]), paths, options, terminal)
  return exitCodeOfRuns([run], options)
}

/** The service signs and keeps the bundle, and applies the waivers of the organization. */
async function importIntoStore(
  file: string,
  { source: name, from: format, ...options }: ImportFileOptions & { readonly source: string },
  { terminal }: Context,
): Promise<ExitCode> {
  const stray = Object.entries({ '--out': options.out, '--waivers': options.waivers }).find(([, value]) => value)
  if (stray)
    throw createUsageError(`${stray[0]} cannot be used with --source. The store keeps the bundle and has the waivers.`)
  return useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const organizationId = await demandOrganization(runtime, options)
    await demandSizeOf(file)
    const order = { organizationId, source: name, name: basename(file), bytes: createReadStream(file), format }
    const { runId, isKnown } = await runtime.imports.take(order).catch((error: unknown) => {
      throw isSystemError(error) ? createUnreadable(file, error) : error
    })
    const { recorded: run } = (await runtime.runs.kept({ id: runId, organizationId })) ?? {}
    if (run === undefined) throw new TypeError('the run of a file that was taken is there')
    await printReport(options.json ? 'json' : options.format, [{ run }], { isList: false }, terminal)
    tellReceived(run.head, terminal)
    if (isKnown) terminal.err.line(`  This file was imported before: run ${runId}.`)
    return exitCodeOfRuns([run], options)
  })
}

function createUnreadable(file: string, error: unknown): CheckwrightError {
  return createFileError(`"${file}" cannot be read`, error, 'Name the file that the tool wrote.')
}

/** Before any of it is copied. */
async function demandSizeOf(file: string): Promise<void> {
  const { size } = await stat(file).catch((error: unknown) => {
    throw createUnreadable(file, error)
  })
  demandFileSize(size)
}

async function readOriginal(file: string, path: string) {
  await demandSizeOf(file)
  try {
    return await keepOriginal(path, basename(file), createReadStream(file))
  } catch (error) {
    if (error instanceof CheckwrightError) throw error
    throw createUnreadable(file, error)
  }
}
