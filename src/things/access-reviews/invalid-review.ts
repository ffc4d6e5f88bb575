import { CheckwrightError } from '../../errors/index.ts'

export function createInvalid(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'REVIEW_INVALID' })
}
