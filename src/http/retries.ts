import { HttpError } from '../errors/index.ts'
import { pauseMsMax } from './pace/pacer.ts'
import { isRateLimited } from './pace/rate-limit-headers.ts'
import { retryAfterMs } from './pace/retry-after.ts'
import { findWaitMs, type VendorReply } from './vendor-error.ts'

const attemptsMax = 4
const backoffBaseMs = 250
const backoffCapMs = 20_000
// As much is counted at least for each pause, or a vendor that says "now" each time would be asked without end.
const pauseMsCounted = 1000
const retriedStatuses = new Set([408, 429, 502, 503, 504])

/** Says of one request, attempt by attempt, whether it is worth another one, and when. */
export class Retries {
  readonly #allowed: boolean
  readonly #random: () => number
  #attempts = 0
  /** Being told to wait is no failure: only what failed otherwise uses up attempts. */
  #failures = 0
  #waitedMs = 0

  /**
   * @param allowed whether the request may be sent twice at all
   * @param random uniform in [0, 1)
   */
  constructor(allowed: boolean, random: () => number) {
    this.#allowed = allowed
    this.#random = random
  }

  /** Time to wait before asking again when there was no answer; undefined when asking again is no use. */
  waitAfterError(error: unknown): number | undefined {
    const mayHelp = error instanceof HttpError && error.code === 'HTTP_NETWORK' && error.retryable
    if (!mayHelp || !this.#mayFailAgain) return undefined
    this.#failures++
    return this.#jitterMs()
  }

  /**
   * Time to wait before asking again after an answer; undefined when it is the last word.
   * @param said whether the connector reads from it that the vendor asks to slow down
   */
  waitAfterReply(
    reply: Pick<VendorReply, 'status' | 'headers' | 'refusal'>,
    nowMs: number,
    said: boolean,
  ): number | undefined {
    const { status, headers, refusal } = reply
    const waitMs = findWaitMs(reply, nowMs)
    // AWS says so with a 400 and without a time, so that such answers use up attempts, or it would be asked without end.
    const limited =
      isRateLimited(status, headers, nowMs) || (refusal?.kind === 'rate_limited' && said && waitMs !== undefined)
    const isWorthIt = limited ? this.#allowed : (said || retriedStatuses.has(status)) && this.#mayFailAgain
    if (!isWorthIt) return undefined
    const askedMs = limited ? (waitMs ?? 0) : (retryAfterMs(headers, nowMs) ?? 0)
    if (askedMs > pauseMsMax) return undefined
    const delayMs = askedMs + this.#jitterMs()
    if (limited) this.#waitedMs += Math.max(delayMs, pauseMsCounted)
    else this.#failures++
    return this.#waitedMs > pauseMsMax ? undefined : delayMs
  }

  get #mayFailAgain(): boolean {
    return this.#allowed && this.#failures < attemptsMax - 1
  }

  /** Full jitter: clients that all come back at once are refused again. */
  #jitterMs(): number {
    return this.#random() * Math.min(backoffCapMs, backoffBaseMs * 2 ** ++this.#attempts)
  }
}
