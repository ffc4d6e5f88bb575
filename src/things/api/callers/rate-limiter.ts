import { type Clock, createSteadyTime } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import type { RateLimit } from '../options/host-options.ts'

/** Keys and addresses remembered at once; a larger number would be an attack on our memory. */
const windowsMax = 50_000

interface Window {
  readonly endsAtMs: number
  used: number
}

/**
 * Counts requests in windows, each beginning with the first request. The count is per process: several processes allow
 * as many times the requests.
 */
export class RateLimiter {
  readonly #name: string
  readonly #limit: RateLimit
  readonly #nowMs: () => number
  readonly #windows = new Map<string, Window>()

  constructor(name: string, limit: RateLimit, clock: Pick<Clock, 'nowMs'>) {
    this.#name = name
    this.#limit = limit
    this.#nowMs = createSteadyTime(clock)
  }

  /**
   * Counts one request and reports in `headers` how many are left (draft-ietf-httpapi-ratelimit-headers).
   * @throws ApiError 429
   */
  count(subject: string, headers: Pick<Headers, 'set'>): void {
    const nowMs = this.#nowMs()
    const window = this.#windowOf(subject, nowMs)
    window.used++
    const { requests, windowMs } = this.#limit
    const seconds = Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000))
    headers.set('ratelimit-policy', `"${this.#name}";q=${requests};w=${Math.ceil(windowMs / 1000)}`)
    headers.set('ratelimit', `"${this.#name}";r=${Math.max(0, requests - window.used)};t=${seconds}`)
    if (window.used <= requests) return
    throw new ApiError(`Too many requests. Wait ${seconds} s.`, {
      code: 'API_RATE_LIMITED',
      retryable: true,
      retryAfterSeconds: seconds,
    })
  }

  #windowOf(subject: string, nowMs: number): Window {
    const current = this.#windows.get(subject)
    if (current !== undefined && current.endsAtMs > nowMs) return current
    const fresh = { endsAtMs: nowMs + this.#limit.windowMs, used: 0 }
    // Moved to the end of the order, so that the first one is always the oldest.
    this.#windows.delete(subject)
    this.#windows.set(subject, fresh)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > windowsMax && oldest !== undefined) this.#windows.delete(oldest)
    return fresh
  }
}
