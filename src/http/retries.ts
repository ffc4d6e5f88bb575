import { HttpError } from '../errors/index.ts'
import { pauseMsMax } from './pace/pacer.ts'
import { isRateLimited } from './pace/rate-limit-headers.ts'
import { retryAfterMs } from './pace/retry-after.ts'
import { findWaitMs } from './refusals/vendor-error.ts'
import type { VendorReply } from './refusals/vendor-reply.ts'

const requestAttemptsMax = 4
const backoffBaseMs = 250
const backoffCapMs = 20_000
// The least pause that is counted. Otherwise a vendor that always answers "now" would get requests without end.
const pauseMsCounted = 1000
// 425: RFC 8470 §5.2. 509, 529 and 598 are vendors' words for overload; 520 to 527 and 530 are those of Cloudflare for a server that it
// cannot reach: https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/
const retriedStatuses = new Set([408, 425, 429, 502, 503, 504, 509, 520, 521, 522, 523, 524, 525, 527, 529, 530, 598])

/** Decides after each attempt of a request whether there is another one, and when. */
export class Retries {
  readonly #allowed: boolean
  readonly #random: () => number
  #attempts = 0
  /** A required wait is not a failure: only other failures use up attempts. */
  #failures = 0
  #waitedMs = 0

  /**
   * @param allowed whether the request may be sent twice
   * @param random uniform in [0, 1)
   */
  constructor(allowed: boolean, random: () => number) {
    this.#allowed = allowed
    this.#random = random
  }

  /** Time to wait before the next attempt if there was no answer; undefined if another attempt is useless. */
  waitAfterError(error: unknown): number | undefined {
    const mayHelp = error instanceof HttpError && error.code === 'HTTP_NETWORK' && error.retryable
    if (!mayHelp || !this.#mayFailAgain) return undefined
    this.#failures++
    return this.#jitterMs()
  }

  /**
   * Time to wait before the next attempt after an answer; undefined if the answer is final.
   * @param isStated whether the connector found in it that the vendor requires a slower pace
   */
  waitAfterReply(
    reply: Pick<VendorReply, 'status' | 'headers' | 'body' | 'refusal'>,
    nowMs: number,
    isStated: boolean,
  ): number | undefined {
    const { status, headers } = reply
    const waitMs = findWaitMs(reply, nowMs)
    // AWS sends this as a 400 without a time, so such answers use up attempts. Otherwise attempts would not end.
    const limited = isRateLimited(status, headers, nowMs) || (isStated && waitMs !== undefined)
    // RFC 9110 §10.2.3: a server that names a time is there again after it.
    const isPassing = retriedStatuses.has(status) || (status >= 500 && retryAfterMs(headers, nowMs) !== undefined)
    const isWorthIt = limited ? this.#allowed : (isStated || isPassing) && this.#mayFailAgain
    if (!isWorthIt) return undefined
    const askedMs = limited ? (waitMs ?? 0) : (retryAfterMs(headers, nowMs) ?? 0)
    if (askedMs > pauseMsMax) return undefined
    const delayMs = askedMs + this.#jitterMs()
    if (limited) this.#waitedMs += Math.max(delayMs, pauseMsCounted)
    else this.#failures++
    return this.#waitedMs > pauseMsMax ? undefined : delayMs
  }

  get #mayFailAgain(): boolean {
    return this.#allowed && this.#failures < requestAttemptsMax - 1
  }

  /** Full jitter, because clients that all come back at once are refused again. */
  #jitterMs(): number {
    return this.#random() * Math.min(backoffCapMs, backoffBaseMs * 2 ** ++this.#attempts)
  }
}
