import type { Expected } from '../../define/index.ts'
import { CheckwrightError, HttpError } from '../../errors/index.ts'

/** Which question a request asks: the same text for the same question. Undefined where only the request itself knows. */
export type QuestionKey = string | undefined

/**
 * Whether an error status can be an answer about what was asked for. Any other tells of the vendor or of us: that we are not
 * let in (401), come too early (408, 425, 429), or that it is broken (5xx).
 */
export function isAnswer(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 407, 408, 425, 429].includes(status)
}

// Who lets more of them pass without a word has none of them explained.
const openMax = 1_000

/**
 * What a check asked and was not told. A check may catch that, but what it has not seen it cannot judge: so long as a
 * question stands open, it ends as `error`, whatever it reports. A question is closed by an answer to it later, or never
 * opened where the request said that the refusal is an answer (`expect`).
 */
export class OpenFailures {
  readonly #open = new Map<string | symbol, unknown>()

  /** The first question that stands open, as what was thrown for it. */
  get first(): { readonly thrown: unknown } | undefined {
    for (const thrown of this.#open.values()) return { thrown }
    return undefined
  }

  /**
   * A request had no answer that can be used.
   * @param isAnonymous whether it was asked as a stranger: that strangers are not let in is an answer then
   */
  recordFailure(question: QuestionKey, thrown: unknown, expected: Expected | undefined, isAnonymous = false): void {
    if (!isFailure(thrown) || isExpected(thrown, expected, isAnonymous)) return
    const key = this.#open.size < openMax ? (question ?? Symbol()) : 'all others'
    if (!this.#open.has(key)) this.#open.set(key, thrown)
  }

  /** A request was answered. @param question only asked for while something stands open, because most checks have nothing */
  recordAnswer(question: () => QuestionKey): void {
    if (this.#open.size === 0) return
    const key = question()
    if (key !== undefined) this.#open.delete(key)
  }
}

/** @throws TypeError for a status that never is an answer */
export function demandAnswers(expected: Expected | undefined, isAnonymous = false): void {
  if (expected === undefined || typeof expected === 'function') return
  const wrong = expected.find((status) => !isAnswer(status) && !(isAnonymous && isRefusingStrangers(status)))
  if (wrong !== undefined)
    throw new TypeError(
      `expect: ${wrong} is no answer about what was asked for, so a check cannot judge by it. Expect 404, 403 or another of the 4xx, but not 401, 407, 408, 425 and 429.`,
    )
}

function isRefusingStrangers(status: number): boolean {
  return status === 401 || status === 403
}

function isExpected(thrown: unknown, expected: Expected | undefined, isAnonymous: boolean): boolean {
  if (!(thrown instanceof HttpError) || thrown.status === undefined) return false
  // A vendor's way to ask for patience, whatever the status.
  if (thrown.code === 'HTTP_RATE_LIMITED') return false
  if (isAnonymous && isRefusingStrangers(thrown.status)) return true
  if (!isAnswer(thrown.status)) return false
  if (typeof expected !== 'function') return expected?.includes(thrown.status) ?? false
  try {
    return expected(thrown)
  } catch {
    // Who cannot say what it is has not said that it is an answer.
    return false
  }
}

/** Whether something was not to be had. A request that the check itself broke off is its own affair, unless by a deadline. */
function isFailure(thrown: unknown): boolean {
  return thrown instanceof CheckwrightError || (thrown instanceof DOMException && thrown.name === 'TimeoutError')
}
