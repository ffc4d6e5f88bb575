import type { Clock, Limits } from '../define/index.ts'

/** Requests in flight for a connector that declares no limit: enough to hide latency, below what vendors call abuse. */
export const defaultConcurrency = 32

/** The run waits because the vendor's limit demands it. */
export type OnWait = (delayMs: number) => void

/** The vendor asks for a longer pause than a run can wait for. */
export class LongPauseError extends Error {
  readonly delayMs: number

  constructor(delayMs: number) {
    super('The vendor asks for a long pause.')
    this.delayMs = delayMs
  }
}

/** Longest pause that is waited for. */
export const pauseMsMax = 120_000

// A header is input from outside: no vendor's word may stop a connection for longer than this.
const pauseMsBelieved = 3_600_000

interface Waiter {
  readonly go: () => void
  readonly refuse: (error: LongPauseError) => void
  readonly onWait: OnWait
}

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
  readonly #queue = new Set<Waiter>()
  /** Aborts the wait for the next token, which nobody needs when the queue is empty. */
  #waiting: AbortController | undefined

  constructor(limits: Limits, clock: Clock) {
    this.#clock = clock
    this.#concurrency = limits.concurrency ?? defaultConcurrency
    this.#perMs = limits.requestsPerSecond === undefined ? Number.POSITIVE_INFINITY : limits.requestsPerSecond / 1000
    this.#burst = limits.burst ?? Math.max(1, Math.ceil(limits.requestsPerSecond ?? Number.POSITIVE_INFINITY))
    this.#tokens = this.#burst
    this.#refilledAtMs = clock.nowMs()
  }

  /**
   * Waits for a slot and a token; `release` must follow.
   * @throws LongPauseError when the vendor has asked for more than `pauseMsMax`: asking all the same might get us banned
   * @throws the signal's reason when that is aborted first
   */
  async acquire(signal: AbortSignal, onWait: OnWait): Promise<void> {
    signal.throwIfAborted()
    if (this.#queue.size === 0 && this.#inFlight < this.#concurrency && this.#delayMs() === 0) return this.#take()
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', abort)
        this.#queue.delete(waiter)
      }
      const abort = () => {
        leave()
        if (this.#queue.size === 0) this.#waiting?.abort()
        reject(signal.reason)
      }
      const waiter: Waiter = {
        go: () => {
          leave()
          resolve()
        },
        refuse: (error) => {
          leave()
          reject(error)
        },
        onWait,
      }
      signal.addEventListener('abort', abort, { once: true })
      this.#queue.add(waiter)
      this.#serve()
    })
  }

  release(): void {
    this.#inFlight--
    this.#serve()
  }

  /** The vendor asks everyone to wait: no request goes out before. */
  pause(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.nowMs() + Math.min(ms, pauseMsBelieved))
  }

  #take(): void {
    this.#inFlight++
    this.#tokens--
  }

  /** Lets waiters go in the order in which they came, as far as slots and tokens reach. */
  #serve(): void {
    if (this.#waiting) return
    for (const waiter of this.#queue) {
      const pausedMs = this.#pausedUntilMs - this.#clock.nowMs()
      if (pausedMs > pauseMsMax) {
        waiter.refuse(new LongPauseError(pausedMs))
        continue
      }
      if (this.#inFlight >= this.#concurrency) return
      const delayMs = this.#delayMs()
      if (delayMs > 0) {
        this.#later(delayMs, waiter)
        return
      }
      this.#take()
      waiter.go()
    }
  }

  #later(delayMs: number, first: Waiter): void {
    const waiting = new AbortController()
    this.#waiting = waiting
    first.onWait(delayMs)
    const next = () => {
      this.#waiting = undefined
      this.#serve()
    }
    this.#clock.sleep(delayMs, waiting.signal).then(next, next)
  }

  /** Time until a request may go out; 0 when one may now. */
  #delayMs(): number {
    const nowMs = this.#clock.nowMs()
    const forPause = Math.max(0, this.#pausedUntilMs - nowMs)
    if (this.#perMs === Number.POSITIVE_INFINITY) return forPause
    // A clock that jumps back must not drain the bucket.
    const elapsedMs = Math.max(0, nowMs - this.#refilledAtMs)
    this.#tokens = Math.min(this.#burst, this.#tokens + elapsedMs * this.#perMs)
    this.#refilledAtMs = nowMs
    const forToken = this.#tokens >= 1 ? 0 : Math.ceil((1 - this.#tokens) / this.#perMs)
    return Math.max(forToken, forPause)
  }
}
