import { CheckwrightError } from '../../errors/index.ts'

/** What somebody entered about a person or a way to sign in, and cannot be used. */
export function createInputError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'PERSON_INVALID' })
}
