import type { Quota } from './vendor-quotas.ts'

interface Use {
  readonly endsAtMs: number
  used: number
}

/**
 * The part of each quota of the vendor that a run may use, so that whoever works with the same quota has the rest. It counts what the run
 * sends, and not what others use. Where no quota is known it holds nothing back.
 */
export class QuotaShare {
  /** From 0 to 1. */
  readonly share: number
  readonly #uses = new Map<Quota, Use>()
  /** Requests that went out before a quota was known. They count for the first that is. */
  #unknown = 0

  constructor(share: number) {
    this.share = share
  }

  /** Counts a request that goes out. */
  take(quotas: readonly Quota[], nowMs: number): void {
    if (quotas.length === 0) this.#unknown++
    for (const quota of quotas) this.#findUse(quota, nowMs).used += quota.cost
  }

  /** Time until the next period of a quota of which the run has used its part; 0: it may go on. */
  delayMs(quotas: readonly Quota[], nowMs: number): number {
    let delayMs = 0
    for (const quota of quotas) {
      const { limit, cost } = quota
      if (limit === undefined) continue
      const { used, endsAtMs } = this.#findUse(quota, nowMs)
      // One request of each period goes out, or a small quota would end the run.
      if (used > 0 && used + cost > limit * this.share) delayMs = Math.max(delayMs, endsAtMs - nowMs)
    }
    return delayMs
  }

  #findUse(quota: Quota, nowMs: number): Use {
    const known = this.#uses.get(quota)
    if (known !== undefined && nowMs < known.endsAtMs) return known
    const use = { endsAtMs: quota.resetAtMs, used: known === undefined ? this.#unknown : 0 }
    this.#unknown = 0
    this.#uses.set(quota, use)
    return use
  }
}
