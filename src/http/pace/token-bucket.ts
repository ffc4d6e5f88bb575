/** Requests a second above which a learned limit no longer matters. */
const perMsMax = 100

/**
 * A token bucket that never runs ahead of the vendor's: `burst` tokens that refill at a rate. A request in flight may
 * not have reached the vendor yet, so the bucket fills only as far as burst less requests in flight. The vendor's
 * bucket then always holds at least as much, however long answers take and however requests bunch on the way.
 */
export class TokenBucket {
  readonly #declaredPerMs: number
  #perMs: number
  /** The rate at which the vendor last refused. */
  #refusedPerMs = Number.POSITIVE_INFINITY
  #burst: number
  #burstMax: number
  #tokens: number
  #refilledAtMs: number
  #sinceFull: SinceFull

  constructor(perMs: number, burst: number, nowMs: number, { declared, growsTo = burst }: TokenBucketOptions) {
    this.#declaredPerMs = declared ? perMs : Number.POSITIVE_INFINITY
    this.#perMs = perMs
    // A tenth stays unused: two clocks drift, and both round.
    this.#burst = declared ? Math.ceil(burst * 0.9) : burst
    this.#burstMax = declared ? Math.ceil(growsTo * 0.9) : growsTo
    this.#tokens = this.#burst
    this.#refilledAtMs = nowMs
    this.#sinceFull = { fromMs: nowMs, accepted: 0, drained: false }
  }

  /** A limit that was learned and has grown so far that it no longer matters. */
  get isOver(): boolean {
    return this.#perMs > perMsMax
  }

  /** Time until a request may go out; 0 if now. */
  delayMs(nowMs: number, inFlight: number): number {
    // If a clock jumps back, the bucket must not drain.
    const elapsedMs = Math.max(0, nowMs - this.#refilledAtMs)
    this.#refilledAtMs = nowMs
    // With less than one token, a slow vendor would halve the rate.
    const most = Math.max(1, this.#burst - inFlight)
    if (this.#tokens < most) this.#tokens = Math.min(most, this.#tokens + elapsedMs * this.#perMs)
    if (this.#tokens >= this.#burst) this.#sinceFull = { fromMs: nowMs, accepted: 0, drained: false }
    if (this.#tokens >= 1) return 0
    this.#sinceFull.drained = true
    return Math.ceil((1 - this.#tokens) / this.#perMs)
  }

  take(): void {
    this.#tokens--
  }

  /**
   * The vendor refused a request: its bucket is empty. If the rate is declared, and hardly more went out than ours held, the
   * vendor's is smaller, and ours becomes as small as what it took. Else the rate was too high.
   */
  recordRefusal(nowMs: number): void {
    this.#tokens = Math.min(this.#tokens, 0)
    const { fromMs, accepted } = this.#sinceFull
    const isDeclared = Number.isFinite(this.#declaredPerMs)
    if (isDeclared && this.#burst > 1 && (nowMs - fromMs) * this.#perMs < this.#burst) {
      this.#burst = Math.max(1, Math.min(this.#burst - 1, Math.floor(accepted * 0.9)))
      this.#burstMax = this.#burst
      return
    }
    this.#refusedPerMs = this.#perMs
    this.#perMs = Math.max(this.#perMs * 0.5, 0.0001)
  }

  /**
   * The vendor accepted a request. A rate that was lowered rises again: quickly to near the refused rate, slowly from
   * there. A bucket that went from full to empty without a refusal grows by a quarter.
   */
  recordSuccess(): void {
    const since = this.#sinceFull
    since.accepted++
    if (since.drained && since.accepted >= this.#burst && this.#burst < this.#burstMax) {
      this.#burst = Math.min(this.#burstMax, Math.ceil(this.#burst * 1.25))
      since.drained = false
    }
    // While tokens are left, this rate is not the limit.
    if (this.#perMs >= this.#declaredPerMs || this.#tokens >= 1) return
    const growth = this.#perMs < this.#refusedPerMs * 0.8 ? 1.01 : 1.0005
    this.#perMs = Math.min(this.#declaredPerMs, this.#perMs * growth)
  }
}

export interface TokenBucketOptions {
  /** Whether the limit is known, rather than guessed from refusals. */
  readonly declared: boolean
  /** Size up to which the bucket grows while the vendor takes all of it. @default burst */
  readonly growsTo?: number
}

/** What happened since the bucket was last full. */
interface SinceFull {
  readonly fromMs: number
  /** Answers that were no refusal. */
  accepted: number
  /** A request had to wait. */
  drained: boolean
}
