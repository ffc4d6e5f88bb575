import type { Clock } from '../../define/index.ts'

export interface Rate {
  readonly requestsPerSecond: number
  /** Requests that may go at once after a pause. */
  readonly burst: number
}

/** What is reserved of a rate, and the rate. */
export interface Reservation extends Rate {
  readonly requests: number
}

/**
 * Rates that all processes on a store share. Time runs by a clock that these processes share, or by `nowMs` where the store
 * has none.
 */
export interface RateStore {
  /**
   * Reserves requests after all that were reserved before, in one statement.
   * @returns ms from now on until they may go out; 0 when they may now
   */
  reserve(name: string, reservation: Reservation, nowMs: number): Promise<number>
}

/** A second's worth, yet no more than a quarter of the burst: what one process holds, the others cannot use. */
const blockMs = 1_000
const blocksPerBurst = 4

/** Tokens outlast at least a timer that rings late. */
const keptMsMin = 250

/**
 * One process's part of a rate that several share. It reserves as many requests as wait, up to a block, and is told when
 * they may go: whoever comes later is told a later time, so that nobody has to ask twice and each gets its turn.
 *
 * What is not used soon is forfeited. Tokens that were kept for a busier time would come on top of what others send then. For
 * the little that can still be late, a block of the burst stays unused.
 */
export class SharedRate {
  readonly #rates: RateStore
  readonly #name: string
  readonly #clock: Clock
  readonly #rate: Rate
  readonly #block: number
  readonly #keptMs: number
  #tokens = 0
  /** When the tokens may be used. */
  #fromMs = 0
  #untilMs = 0
  #heardAtMs = 0
  #isAsking = false

  /** @param rate its `burst` is that of the vendor */
  constructor(rates: RateStore, name: string, rate: Rate, clock: Clock) {
    const { requestsPerSecond, burst } = rate
    this.#rates = rates
    this.#name = name
    this.#clock = clock
    this.#block = Math.max(1, Math.floor(Math.min((requestsPerSecond * blockMs) / 1000, burst / blocksPerBurst)))
    this.#keptMs = Math.max(keptMsMin, (this.#block * 1000) / requestsPerSecond)
    // A tenth stays unused as well, as in a bucket of one process.
    this.#rate = { requestsPerSecond, burst: Math.max(1, Math.ceil(burst * 0.9) - this.#block) }
  }

  /** Time until a request may go out; 0 when one may now, endless when there is none to wait for: `ask`. */
  delayMs(nowMs: number): number {
    // Of a clock that was set back nobody knows how long ago that was.
    if (nowMs >= this.#untilMs || nowMs < this.#heardAtMs) this.#tokens = 0
    return this.#tokens > 0 ? Math.max(0, this.#fromMs - nowMs) : Number.POSITIVE_INFINITY
  }

  take(): void {
    this.#tokens--
  }

  /**
   * Reserves requests, at most a block.
   * @returns undefined when that is under way
   * @throws StoreError, by the promise, when the store cannot be asked: without it nobody knows what the others send
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
      this.#untilMs = this.#fromMs + this.#keptMs
      this.#tokens = requests
    } finally {
      this.#isAsking = false
    }
  }
}
