import { writeFile } from 'node:fs/promises'
import { dirname, relative, sep } from 'node:path'
import { createUsageError } from '../../errors/index.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import { formatProposals } from '../prove/format-proposals.ts'
import { readRecording } from '../running/recordings.ts'

export interface WitnessOptions extends GlobalOptions {
  readonly check: string
  readonly out?: string | undefined
}

/**
 * Writes a witness whose world is a recording. It has no verdict, and nothing says what the check said: the label comes from the vendor's
 * own words.
 * @throws CheckwrightError `RECORDING_INVALID`, `CLI_USAGE`, `CLI_FILE_FAILED`
 */
export async function runWitnessCommand(
  path: string,
  { check, out, json }: WitnessOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const { connector, inputs, checks } = await readRecording(path)
  const recorded = checks.find(({ id }) => id === check)
  if (!recorded)
    throw createUsageError(`${path} has no check "${check}". It has ${checks.map(({ id }) => id).join(', ')}.`)
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
