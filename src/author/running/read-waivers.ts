import type { Waiver } from '../../define/index.ts'
import { readFileStart } from '../../service/commands/read-input.ts'

/**
 * The waivers of `--waivers`.
 * @throws CheckwrightError `CLI_FILE_FAILED`; DataFileError `WAIVERS_INVALID`
 */
export async function readWaivers(path: string | undefined): Promise<readonly Waiver[] | undefined> {
  if (path === undefined) return undefined
  const bytes = await readBytes('--waivers', path)
  const { parseWaivers } = await import('../../checks/waivers/parse-waivers.ts')
  return parseWaivers(path, bytes, new Date())
}

// More than any file of data may have, so that an endless one is refused unread.
const bytesMax = 1_100_000

/** The beginning of a file, up to the limit for a file of data. @throws CheckwrightError `CLI_FILE_FAILED` */
export async function readBytes(what: string, path: string): Promise<Uint8Array> {
  return readFileStart(path, { bytesMax, what: `The file "${path}" of ${what}` })
}
