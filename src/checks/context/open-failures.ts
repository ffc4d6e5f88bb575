import type { Expected } from '../../define/index.ts'
import { CheckwrightError, HttpError } from '../../errors/index.ts'

/**
 * The identity of a request: equal texts are the same request. Undefined if only the request object itself identifies
 * it.
 */
export type QuestionKey = string | undefined

/** A request, by its identity. */
export interface Question {
  readonly key: QuestionKey
}

/** A request that only its object identifies. */
export const noQuestion: Question = { key: undefined }

/**
 * Whether an error status can be an answer about the requested thing. Others concern the vendor or us: we are not
 * allowed in (401), too early (408, 425, 429), or the vendor is broken (5xx).
 */
export function isAnswer(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 407, 408, 425, 429].includes(status)
}

// We explain at most this many unanswered requests; above that we only count them.
const explainedMax = 1_000

/** The key of those that are only counted. They stand for several errors, so that none of them settles the others. */
const allOthers = Symbol('all others')

/**
 * The requests of a check without an answer. A check may catch the error, but it cannot judge what it has not seen.
 * While a request is unanswered, the check ends as `error`, whatever it reports. A later answer to the same request
 * closes it. A request that expected the refusal (`expect`) does not count.
 */
export class OpenFailures {
  readonly #open = new Map<string | symbol, unknown>()

  /** The error of the first unanswered request. */
  get first(): { readonly thrown: unknown } | undefined {
    for (const thrown of this.#open.values()) return { thrown }
    return undefined
  }

  /**
   * A request had no usable answer.
   * @param isAnonymous whether it carried no credentials: a refusal then is an answer
   */
  recordFailure(question: QuestionKey, thrown: unknown, expected: Expected | undefined, isAnonymous = false): void {
    if (!isFailure(thrown) || isExpected(thrown, expected, isAnonymous)) return
    const key = this.#open.size < explainedMax ? (question ?? Symbol()) : allOthers
    if (!this.#open.has(key)) this.#open.set(key, thrown)
  }

  /** The check has said of something that it could not be told, because of this error. */
  settle(thrown: unknown): void {
    const errors = listCauses(thrown)
    for (const [key, error] of this.#open) if (key !== allOthers && errors.includes(error)) this.#open.delete(key)
  }

  /** A request was answered. Its key is read only if a request is unanswered, because most checks have none. */
  recordAnswer(question: Question): void {
    if (this.#open.size > 0 && question.key !== undefined) this.#open.delete(question.key)
  }
}

/** What was thrown, and what it wraps. */
function listCauses(thrown: unknown): readonly unknown[] {
  const causes: unknown[] = []
  // Ten are more than anybody wraps, and they end a chain with a cycle.
  for (let at = thrown; at !== undefined && causes.length < 10; at = at instanceof Error ? at.cause : undefined)
    causes.push(at)
  return causes
}

/** @throws TypeError for a status that never is an answer */
export function demandAnswers(expected: Expected | undefined, isAnonymous = false): void {
  if (expected === undefined || typeof expected === 'function') return
  const wrong = expected.find((status) => !isAnswer(status) && !(isAnonymous && isRefusingStrangers(status)))
  if (wrong !== undefined)
    throw new TypeError(
      `expect: ${wrong} does not describe the resource, so a check cannot judge by it. Expect 404, 403 or another 4xx status, except 401, 407, 408, 425 and 429.`,
    )
}

function isRefusingStrangers(status: number): boolean {
  return status === 401 || status === 403
}

function isExpected(thrown: unknown, expected: Expected | undefined, isAnonymous: boolean): boolean {
  if (!(thrown instanceof HttpError) || thrown.status === undefined) return false
  // A vendor's request to slow down, whatever the status.
  if (thrown.code === 'HTTP_RATE_LIMITED') return false
  if (isAnonymous && isRefusingStrangers(thrown.status)) return true
  if (!isAnswer(thrown.status)) return false
  if (typeof expected !== 'function') return expected?.includes(thrown.status) ?? false
  try {
    return expected(thrown)
  } catch {
    // A function that throws has not declared the refusal as expected.
    return false
  }
}

/** Whether the request failed. A request that the check itself aborted does not count, except by a deadline. */
function isFailure(thrown: unknown): boolean {
  return thrown instanceof CheckwrightError || (thrown instanceof DOMException && thrown.name === 'TimeoutError')
}
