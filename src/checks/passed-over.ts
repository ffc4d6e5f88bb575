import type { CheckFailure } from '../define/index.ts'
import { HttpError } from '../errors/index.ts'
import { isAnswer } from './findings/open-failures.ts'

/** A failure with what to do about it. */
export function addAdvice(failure: CheckFailure, advice: string): CheckFailure {
  // What a vendor said, which may come last, need not end as a sentence.
  const end = /[.!?…]$/.test(failure.message) ? '' : '.'
  return { ...failure, message: `${failure.message}${end} ${advice}` }
}

/** What to do about a refusal that code went on after. @param subject what went on: the check, the list */
export function explainPassedOver(thrown: unknown, subject = 'check'): string {
  const wentOn = `The ${subject} went on without this answer, and what it has not seen it cannot judge.`
  const status = thrown instanceof HttpError ? thrown.status : undefined
  return status !== undefined && isAnswer(status)
    ? `${wentOn} Where ${status} is an answer to judge by, say so at the request: expect: [${status}].`
    : wentOn
}
