import { CheckwrightError } from './checkwright-error.ts'

/** A command was called in a way in which it cannot do anything. */
export function createUsageError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'CLI_USAGE' })
}
