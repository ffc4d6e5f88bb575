import type { CheckFailure } from '../../define/index.ts'
import { CheckError, type ErrorCode, errorCodes } from '../../errors/index.ts'

/** A list that a check reads is not whole. It carries why, as the list itself ended. */
export class IncompleteListError extends CheckError {
  readonly failure: CheckFailure

  constructor(name: string, failure: CheckFailure) {
    const message = `The ${name} is not whole, so that not everything was seen. ${failure.message}`
    super(message, { code: toErrorCode(failure.code), retryable: failure.retryable })
    this.failure = { ...failure, message }
  }
}

function toErrorCode(code: string): ErrorCode {
  return code in errorCodes ? (code as ErrorCode) : 'CHECK_INCOMPLETE'
}
