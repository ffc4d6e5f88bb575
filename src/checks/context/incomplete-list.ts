import type { CheckFailure } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'

/** A list that a check reads is not whole. The check ends with the kind and code that the list ended with. */
export class IncompleteListError extends CheckError {
  readonly failure: CheckFailure

  constructor(name: string, failure: CheckFailure) {
    const message = `The ${name} is not complete. ${failure.message}`
    super(message, { code: 'CHECK_INCOMPLETE', retryable: failure.retryable })
    this.failure = { ...failure, message }
  }
}
