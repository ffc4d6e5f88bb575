/** Requests a second for which a learned limit is no limit any more. */
const perMsMax = 100

/**
 * A token bucket that never runs ahead of the vendor's: `burst` tokens that refill at a rate. A request in flight may not
 * have reached the vendor yet, so the bucket fills only as far as burst less requests in flight. That way the vendor's
 * bucket is never the emptier one, however long answers take and however requests bunch on the way.
 */
export class TokenBucket {
  readonly #declaredPerMs: number
  #perMs: number
  /** Where the vendor refused last. */
  #refusedPerMs = Number.POSITIVE_INFINITY
  #burst: number
  #tokens: number
  #refilledAtMs: number

  /** @param declared whether somebody knows the limit, rather than it being guessed from refusals */
  constructor(perMs: number, burst: number, nowMs: number, { declared }: { readonly declared: boolean }) {
    this.#declaredPerMs = declared ? perMs : Number.POSITIVE_INFINITY
    this.#perMs = perMs
    // A tenth stays unused: two clocks drift, and both round.
    this.#burst = declared ? Math.ceil(burst * 0.9) : burst
    this.#tokens = this.#burst
    this.#refilledAtMs = nowMs
  }

  /** A limit that was learned and has grown so far that it no longer matters. */
  get isOver(): boolean {
    return this.#perMs > perMsMax
  }

  /** Time until a request may go out; 0 when one may now. */
  delayMs(nowMs: number, inFlight: number): number {
    // A clock that jumps back must not drain the bucket.
    const elapsedMs = Math.max(0, nowMs - this.#refilledAtMs)
    this.#refilledAtMs = nowMs
    // Below one token a slow vendor would halve the rate.
    const most = Math.max(1, this.#burst - inFlight)
    if (this.#tokens < most) this.#tokens = Math.min(most, this.#tokens + elapsedMs * this.#perMs)
    return this.#tokens >= 1 ? 0 : Math.ceil((1 - this.#tokens) / this.#perMs)
  }

  take(): void {
    this.#tokens--
  }

  /** The vendor refused a request: its bucket is empty, and the rate was too high. */
  recordRefusal(): void {
    this.#tokens = Math.min(this.#tokens, 0)
    this.#refusedPerMs = this.#perMs
    this.#perMs = Math.max(this.#perMs * 0.5, 0.0001)
  }

  /** The vendor took a request: a rate that was lowered rises again, soon to near where it was refused, slowly from there. */
  recordSuccess(): void {
    // While tokens are left it is not this rate that limits.
    if (this.#perMs >= this.#declaredPerMs || this.#tokens >= 1) return
    const growth = this.#perMs < this.#refusedPerMs * 0.8 ? 1.01 : 1.0005
    this.#perMs = Math.min(this.#declaredPerMs, this.#perMs * growth)
  }
}
