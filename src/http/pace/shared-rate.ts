import type { Clock } from '../../define/index.ts'

export interface Rate {
  readonly requestsPerSecond: number
  /** Requests that may go at once after a pause. */
  readonly burst: number
}

/** The reserved part of a rate, and the rate. */
export interface RateReservation extends Rate {
  readonly requests: number
}

/**
 * Rates that all processes on a store share. Time runs by a clock that these processes share, or by `nowMs` where the store
 * has none.
 */
export interface RateStore {
  /**
   * Reserves requests after all earlier reservations, in one statement.
   * @returns ms until they may be sent; 0 if now
   */
  reserve(name: string, reservation: RateReservation, nowMs: number): Promise<number>
}

/**
 * As much as one second needs, but at most a quarter of the burst, because the others cannot use what one process
 * holds.
 */
const blockMs = 1_000
const blocksPerBurst = 4

/** Tokens stay valid at least as long as a timer can be late. */
const lookMsMin = 250

/**
 * One process's part of a rate that several share. It reserves as many requests as wait, up to a block, and learns when
 * they may go. A later reservation gets a later time, so one call is enough and each process gets its turn.
 *
 * Tokens that are not used soon expire. If they were saved for a busier time, they would add to the requests of others.
 * A block of the burst stays unused, for requests that are still a little late.
 */
export class SharedRate {
  readonly #rates: RateStore
  readonly #name: string
  readonly #clock: Clock
  readonly #rate: Rate
  readonly #block: number
  readonly #cacheMs: number
  #tokens = 0
  /** When the tokens may be used. */
  #fromMs = 0
  #untilMs = 0
  #heardAtMs = 0
  #isAsking = false

  /** @param rate the vendor's rate, with the vendor's `burst` */
  constructor(rates: RateStore, name: string, rate: Rate, clock: Clock) {
    const { requestsPerSecond, burst } = rate
    this.#rates = rates
    this.#name = name
    this.#clock = clock
    this.#block = Math.max(1, Math.floor(Math.min((requestsPerSecond * blockMs) / 1000, burst / blocksPerBurst)))
    this.#cacheMs = Math.max(lookMsMin, (this.#block * 1000) / requestsPerSecond)
    // A tenth stays unused as well, as in a bucket of one process.
    this.#rate = { requestsPerSecond, burst: Math.max(1, Math.ceil(burst * 0.9) - this.#block) }
  }

  /** Time until a request may go out; 0 if now, endless if nothing is reserved (then call `ask`). */
  delayMs(nowMs: number): number {
    // If a clock was set back, nobody knows how long ago that was.
    if (nowMs >= this.#untilMs || nowMs < this.#heardAtMs) this.#tokens = 0
    return this.#tokens > 0 ? Math.max(0, this.#fromMs - nowMs) : Number.POSITIVE_INFINITY
  }

  take(): void {
    this.#tokens--
  }

  /**
   * Reserves requests, at most a block.
   * @returns undefined if a reservation is under way
   * @throws StoreError, by the promise, if the store does not answer: without it, the requests of the others are
   * unknown
   */
  ask(requests: number): Promise<void> | undefined {
    return this.#isAsking ? undefined : this.#reserve(Math.min(requests, this.#block))
  }

  async #reserve(requests: number): Promise<void> {
    this.#isAsking = true
    try {
      const delayMs = await this.#rates.reserve(this.#name, { ...this.#rate, requests }, this.#clock.nowMs())
      this.#heardAtMs = this.#clock.nowMs()
      this.#fromMs = this.#heardAtMs + Math.ceil(delayMs)
      this.#untilMs = this.#fromMs + this.#cacheMs
      this.#tokens = requests
    } finally {
      this.#isAsking = false
    }
  }
}
