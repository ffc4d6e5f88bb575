import { stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { createUsageError } from '../../errors/index.ts'
import { recordBundle } from '../../evidence/recording/record-bundle.ts'
import { readBundleConnector } from '../../evidence/replay/replay.ts'
import { loadConnector } from '../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import { formatProposals } from '../prove/format-proposals.ts'
import { readRecording, relateConnectorFile, writeRecording } from '../running/recordings.ts'

export interface WitnessOptions extends GlobalOptions {
  readonly check: string
  /** File of the connector, for a bundle. @default the shipped one that the bundle names */
  readonly connector?: string | undefined
  readonly out?: string | undefined
}

/**
 * Writes a witness whose world is a recording, or a bundle, which becomes one without people. It has no verdict, and nothing says what the check said: the label comes from the vendor's
 * own words.
 * @throws CheckwrightError `RECORDING_INVALID`, `BUNDLE_INVALID`, `CLI_USAGE`, `CLI_FILE_FAILED`, and as `recordBundle`
 */
export async function runWitnessCommand(
  from: string,
  { check, connector: connectorFile, out, json }: WitnessOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const path = (await isBundle(from)) ? await keepBundle(from, connectorFile, out) : from
  const { connector, inputs, checks } = await readRecording(path)
  const recorded = checks.find(({ id }) => id === check)
  if (!recorded)
    throw createUsageError(`${from} has no check "${check}". It has ${checks.map(({ id }) => id).join(', ')}.`)
  const resources = recorded.results.map(({ resource }) => resource.id).toSorted()
  const file = out ?? `${connector.id}.proposed.yaml`
  const world = relative(dirname(file), path).split(sep).join('/')
  const text = formatProposals({ connector: connector.id, now: inputs.now, worlds: { recorded: world } }, [
    { check, way: `as it was recorded: ${resources.join(', ')}`, world: 'recorded', change: [] },
  ])
  await writeFile(file, text).catch((error: unknown) => {
    throw createFileError(`"${file}" cannot be written`, error, 'Name a file in a folder that exists.')
  })
  if (json) terminal.json({ file })
  else terminal.out.line(`Fill in what is right, from what the vendor says: ${file}`)
  return exitCodes.fine
}

/** A folder or a .zip: a recording is a file. */
async function isBundle(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true || path.endsWith('.zip')
}

/** Writes the answers of a bundle as a world beside the witness. @returns its path */
async function keepBundle(path: string, connectorFile: string | undefined, out: string | undefined): Promise<string> {
  const { id } = await readBundleConnector(path)
  const connector = await loadConnector(connectorFile ?? id)
  const world = join(out === undefined ? '.' : dirname(out), 'worlds', `${id}.recording.json`)
  const file = connectorFile === undefined ? undefined : relateConnectorFile(world, connectorFile)
  await writeRecording(world, await recordBundle(path, connector, file))
  return world
}
