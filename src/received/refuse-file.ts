import { CheckwrightError } from '../errors/index.ts'

/** Why nothing of a file is imported. */
export function createRefusal(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'IMPORT_REFUSED' })
}
