import { readFileSync, statSync } from 'node:fs'
import { CheckwrightError, createUsageError } from '../../../errors/index.ts'
import { logoBytesMax } from '../../../service/records/logo.ts'

/** The bytes of a logo, as long as they can be one. @throws CheckwrightError `CLI_USAGE` that names the option */
export function readLogoFile(option: string, file: string): Uint8Array {
  try {
    if (statSync(file).size <= logoBytesMax) return readFileSync(file)
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new CheckwrightError(`${option}: ${file} cannot be read (${code}).`, { code: 'CLI_USAGE', cause })
  }
  throw createUsageError(`${option}: ${file} has more than ${logoBytesMax / 1000} kB.`)
}
