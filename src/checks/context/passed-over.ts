import type { CheckFailure } from '../../define/index.ts'
import { HttpError } from '../../errors/index.ts'
import { isAnswer } from './open-failures.ts'

/** A failure with what to do about it. */
export function addAdvice(failure: CheckFailure, advice: string): CheckFailure {
  // The vendor's text at the end may lack a full stop.
  const end = /[.!?…]$/.test(failure.message) ? '' : '.'
  return { ...failure, message: `${failure.message}${end} ${advice}` }
}

/** What to do about a refusal that code went on after. @param subject what went on: the check, the list */
export function explainPassedOver(thrown: unknown, subject = 'check'): string {
  const wentOn = `The ${subject} continued without this answer, so it cannot judge everything.`
  const status = thrown instanceof HttpError ? thrown.status : undefined
  return status !== undefined && isAnswer(status)
    ? `${wentOn} If the check can judge by a ${status}, add it to the request: expect: [${status}].`
    : wentOn
}
