import type { QuotaReading } from './rate-limit-headers.ts'

// A header is input from outside: no vendor's word may stop a connection for longer than this.
export const pauseMsBelieved = 3_600_000

const quotasMax = 16
const pathsMax = 256

/** When something was heard. */
interface Heard {
  readonly nowMs: number
  /** Number of the request that was answered. */
  readonly turn: number
  /** Number of the last request that had gone out by then. */
  readonly lastTurn: number
}

/** One quota of the vendor's, as far as its answers tell. */
export class Quota {
  #remaining = Number.POSITIVE_INFINITY
  #size = 1
  /** What a request is expected to take. */
  #cost = 1
  #restorePerMs = 0
  #heardAtMs = 0
  #resetAtMs = 0
  /** The last request that had gone out when `#remaining` was heard. Only one after it can have been counted later for sure. */
  #heardAtTurn = 0

  learn(
    { limit, remaining, resetMs, cost = 1, restorePerMs = 0 }: QuotaReading,
    { nowMs, turn, lastTurn }: Heard,
  ): void {
    // It tells of a time that is over.
    if (resetMs === 0) return
    const resetAtMs = nowMs + Math.min(resetMs, pauseMsBelieved)
    this.#cost = Math.max(1, cost)
    this.#restorePerMs = restorePerMs
    const isNews = turn > this.#heardAtTurn || nowMs >= this.#resetAtMs
    if (isNews) {
      this.#remaining = remaining
      this.#heardAtMs = nowMs
      this.#resetAtMs = resetAtMs
      this.#heardAtTurn = lastTurn
    } else if (resetMs >= (this.#resetAtMs - nowMs) / 2) {
      // Answers overtake each other, so that of the same time the lowest count is right.
      if (remaining < this.#remaining) {
        this.#remaining = remaining
        this.#heardAtMs = nowMs
        this.#heardAtTurn = lastTurn
      }
      this.#resetAtMs = Math.max(this.#resetAtMs, resetAtMs)
    }
    this.#size = Math.max(1, limit ?? Math.max(this.#size, remaining))
  }

  /**
   * Time until the quota has room for one request more; 0 when it has now. Requests in flight may not have been counted
   * when the last answer was written, so each of them is taken for one that was not.
   */
  delayMs(nowMs: number, inFlight: number): number {
    const needed = this.#cost * (inFlight + 1)
    const restored = Math.max(0, nowMs - this.#heardAtMs) * this.#restorePerMs
    const missing = needed - Math.min(this.#remaining + restored, Math.max(this.#remaining, this.#size))
    if (missing <= 0) return 0
    // A quota that fills steadily has room before it is whole.
    if (this.#restorePerMs > 0 && needed <= this.#size) return Math.ceil(missing / this.#restorePerMs)
    if (nowMs < this.#resetAtMs) return this.#resetAtMs - nowMs
    this.#remaining = this.#size
    // With nothing in flight one request must go out, or nothing would be learned any more.
    return inFlight === 0 || this.#remaining >= needed ? 0 : Number.POSITIVE_INFINITY
  }
}

const unlimited: readonly Quota[] = []

/**
 * The quotas of a connection, and which of them count which requests: vendors give searches or single endpoints quotas of
 * their own, and one that is used up must not hold up the others.
 */
export class VendorQuotas {
  readonly #byName = new Map<string, Quota>()
  /** Least recently heard of first. */
  readonly #byPath = new Map<string, readonly Quota[]>()
  #last = unlimited

  /** How many quotas are known. */
  get size(): number {
    return this.#byName.size
  }

  /** Those that a request to a path will probably be counted against: as the last one there, or else anywhere. */
  listForPath(path: string): readonly Quota[] {
    return this.#last === unlimited ? unlimited : (this.#byPath.get(shortenToBeginning(path)) ?? this.#last)
  }

  learn(path: string, readings: readonly QuotaReading[], heard: Heard): void {
    if (readings.length === 0) return
    this.#last = readings.map((reading) => {
      const quota = this.#named(reading.name)
      quota.learn(reading, heard)
      return quota
    })
    const key = shortenToBeginning(path)
    this.#byPath.delete(key)
    this.#byPath.set(key, this.#last)
    dropOldest(this.#byPath, pathsMax)
  }

  #named(name: string): Quota {
    const quota = this.#byName.get(name) ?? new Quota()
    this.#byName.set(name, quota)
    dropOldest(this.#byName, quotasMax)
    return quota
  }
}

/** The first segments of a path, which say what kind of thing is asked: /api/v1/users/17 begins like /api/v1/users/18. */
function shortenToBeginning(path: string): string {
  let end = 0
  for (let segments = 0; segments < 3 && end !== -1; segments++) end = path.indexOf('/', end + 1)
  return end === -1 ? path : path.slice(0, end)
}

function dropOldest<K>(map: Map<K, unknown>, max: number): void {
  const [oldest] = map.size > max ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}
