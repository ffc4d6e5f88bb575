import type { Clock, Limits } from '../define/index.ts'

/** Requests in flight for a connector that declares no limit: enough to hide latency, below what vendors call abuse. */
export const defaultConcurrency = 32

/** The run waits because the vendor's limit demands it. */
export type OnWait = (delayMs: number) => void

/**
 * Holds one connection's requests to its limits: at most `concurrency` in flight, and a token bucket of `burst` tokens
 * that refills at `requestsPerSecond`. Shared by all checks of the connection; first come, first served.
 */
export class Pacer {
  readonly #clock: Clock
  readonly #concurrency: number
  readonly #perMs: number
  readonly #burst: number
  #tokens: number
  #refilledAtMs: number
  #pausedUntilMs = 0
  #inFlight = 0
  #queue: Promise<void> = Promise.resolve()
  readonly #waiting: (() => void)[] = []

  constructor(limits: Limits, clock: Clock) {
    this.#clock = clock
    this.#concurrency = limits.concurrency ?? defaultConcurrency
    this.#perMs = limits.requestsPerSecond === undefined ? Number.POSITIVE_INFINITY : limits.requestsPerSecond / 1000
    this.#burst = limits.burst ?? Math.max(1, Math.ceil(limits.requestsPerSecond ?? Number.POSITIVE_INFINITY))
    this.#tokens = this.#burst
    this.#refilledAtMs = clock.nowMs()
  }

  /** Waits for a slot and a token; `release` must follow. Rejects with the signal's reason when that is aborted first. */
  async acquire(signal: AbortSignal, onWait: OnWait): Promise<void> {
    signal.throwIfAborted()
    if (this.#inFlight >= this.#concurrency) await this.#slot(signal)
    else this.#inFlight++
    try {
      if (this.#delayMs() > 0 || this.#waitingForToken > 0) await this.#token(signal, onWait)
      else this.#tokens--
    } catch (error) {
      this.release()
      throw error
    }
  }

  release(): void {
    const next = this.#waiting.shift()
    // The slot goes from hand to hand, so that a newcomer cannot overtake.
    if (next) next()
    else this.#inFlight--
  }

  /** The vendor asks everyone to wait: no request goes out before. */
  pause(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.nowMs() + ms)
  }

  #waitingForToken = 0

  /** Tokens are handed out in order: each waiter waits for the one before. */
  #token(signal: AbortSignal, onWait: OnWait): Promise<void> {
    this.#waitingForToken++
    const turn = this.#queue.then(async () => {
      try {
        for (let delayMs = this.#delayMs(); delayMs > 0; delayMs = this.#delayMs()) {
          onWait(delayMs)
          await this.#clock.sleep(delayMs, signal)
        }
        this.#tokens--
      } finally {
        this.#waitingForToken--
      }
    })
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  /** Time until a request may go out; 0 when one may now. */
  #delayMs(): number {
    const nowMs = this.#clock.nowMs()
    if (this.#perMs === Number.POSITIVE_INFINITY) return Math.max(0, this.#pausedUntilMs - nowMs)
    // A clock that jumps back must not drain the bucket.
    const elapsedMs = Math.max(0, nowMs - this.#refilledAtMs)
    this.#tokens = Math.min(this.#burst, this.#tokens + elapsedMs * this.#perMs)
    this.#refilledAtMs = nowMs
    const forToken = this.#tokens >= 1 ? 0 : Math.ceil((1 - this.#tokens) / this.#perMs)
    return Math.max(forToken, this.#pausedUntilMs - nowMs, 0)
  }

  #slot(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1)
        reject(signal.reason)
      }
      this.#waiting.push(take)
      signal.addEventListener('abort', abort, { once: true })
    })
  }
}
