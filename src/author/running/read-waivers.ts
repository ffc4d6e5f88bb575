import { open } from 'node:fs/promises'
import type { Waiver } from '../../define/index.ts'
import { createFileError } from '../../service/commands/read-input.ts'

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
  try {
    const file = await open(path)
    try {
      const buffer = Buffer.alloc(bytesMax)
      let length = 0
      while (length < bytesMax) {
        const { bytesRead } = await file.read(buffer, length, bytesMax - length)
        if (bytesRead === 0) break
        length += bytesRead
      }
      return buffer.subarray(0, length)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw createFileError(
      `The file "${path}" of ${what} cannot be read`,
      error,
      'Check the path; it is relative to the folder that you are in.',
    )
  }
}
