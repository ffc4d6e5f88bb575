import { createReadStream, readFile } from 'node:fs'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { CheckwrightError, describeSystemCode } from '../../errors/index.ts'
import type { Terminal } from './terminal.ts'

/**
 * Text of a file, or of standard input for `-`.
 * @param option the option with the name. Messages do not repeat the name, because people put the secret there by
 * mistake
 * @throws CheckwrightError `CLI_FILE_FAILED`
 */
export async function readInput(option: string, path: string, terminal: Pick<Terminal, 'input'>): Promise<string> {
  if (path === '-') return text(terminal.input)
  try {
    // Not by fs/promises, which takes longer to load than most files.
    return await promisify(readFile)(path, 'utf8')
  } catch (error) {
    throw createFileError(`The file that ${option} names cannot be read`, error, remedyDefault)
  }
}

const remedyDefault = 'Check the path; it is relative to the folder that you are in.'

interface FileStart {
  readonly bytesMax: number
  /** The file, as the error names it. */
  readonly what: string
  /** @default to check the path */
  readonly remedy?: string
}

/**
 * The beginning of a file, so that an endless one does not fill the memory. Whoever asks for a byte more than they allow knows by it that
 * a file is too large.
 * @throws CheckwrightError `CLI_FILE_FAILED`
 */
export async function readFileStart(
  path: string,
  { bytesMax, what, remedy = remedyDefault }: FileStart,
): Promise<Uint8Array> {
  try {
    return await buffer(createReadStream(path, { end: bytesMax - 1 }))
  } catch (error) {
    throw createFileError(`${what} cannot be read`, error, remedy)
  }
}

/** With the code of the operating system (`ENOENT`), because its message repeats the path. */
export function createFileError(what: string, error: unknown, remedy: string): CheckwrightError {
  return new CheckwrightError(`${what}${describeSystemCode(error)}. ${remedy}`, { code: 'CLI_FILE_FAILED' })
}
