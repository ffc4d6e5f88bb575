import { CheckwrightError } from '../errors/index.ts'
import { fileBytesMax } from './limits.ts'

/** Why nothing of a file is imported. */
export function createRefusal(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'IMPORT_REFUSED' })
}

/** @throws CheckwrightError `IMPORT_REFUSED` for more than a file may have */
export function demandFileSize(bytes: number): void {
  if (bytes > fileBytesMax)
    throw createRefusal(`The file has more than ${fileBytesMax / 1024 ** 3} GB. Import it in parts.`)
}
