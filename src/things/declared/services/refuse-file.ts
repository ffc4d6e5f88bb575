import { CheckwrightError } from '../../../errors/index.ts'

/** Why no record of a file is taken. */
export function createFileError(what: string): CheckwrightError {
  return new CheckwrightError(`Nothing of the file was taken: ${what}.`, { code: 'RECORD_INVALID' })
}
