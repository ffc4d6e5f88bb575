import type { QuotaReading } from './rate-limit-headers.ts'

// A header is input from outside: it cannot stop a connection for longer than this.
export const pauseMsBelieved = 3_600_000

const quotasMax = 16
const pathsMax = 256

/** When the answer came. */
interface Heard {
  readonly nowMs: number
  /** Number of the request that was answered. */
  readonly turn: number
  /** Number of the last request that was sent by then. */
  readonly lastTurn: number
}

/** One quota of the vendor, as far as its answers describe it. */
export class Quota {
  #remaining = Number.POSITIVE_INFINITY
  #size = 1
  #limit: number | undefined
  /** The expected cost of a request. */
  #cost = 1
  #restorePerMs = 0
  #heardAtMs = 0
  #resetAtMs = 0
  /** The last request that was sent when `#remaining` was read. Only a later request was certainly counted later. */
  #heardAtTurn = 0

  /** Requests, or points, of a period. undefined: the vendor does not say it. */
  get limit(): number | undefined {
    return this.#limit
  }

  /** The expected cost of a request. */
  get cost(): number {
    return this.#cost
  }

  /** When the period ends of which the vendor spoke last. */
  get resetAtMs(): number {
    return this.#resetAtMs
  }

  learn(
    { limit, remaining, resetMs, cost = 1, restorePerMs = 0 }: QuotaReading,
    { nowMs, turn, lastTurn }: Heard,
  ): void {
    // It describes a period that is over.
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
      // Answers overtake each other, so the lowest count of the same period is right.
      if (remaining < this.#remaining) {
        this.#remaining = remaining
        this.#heardAtMs = nowMs
        this.#heardAtTurn = lastTurn
      }
      this.#resetAtMs = Math.max(this.#resetAtMs, resetAtMs)
    }
    this.#limit = limit ?? this.#limit
    this.#size = Math.max(1, limit ?? Math.max(this.#size, remaining))
  }

  /**
   * Time until the quota has room for one more request; 0 if it has room now. The last answer may not include requests
   * in flight, so each of them counts as not included.
   */
  delayMs(nowMs: number, inFlight: number): number {
    const needed = this.#cost * (inFlight + 1)
    const restored = Math.max(0, nowMs - this.#heardAtMs) * this.#restorePerMs
    const missing = needed - Math.min(this.#remaining + restored, Math.max(this.#remaining, this.#size))
    if (missing <= 0) return 0
    // A quota that fills steadily has room before it is full.
    if (this.#restorePerMs > 0 && needed <= this.#size) return Math.ceil(missing / this.#restorePerMs)
    if (nowMs < this.#resetAtMs) return this.#resetAtMs - nowMs
    this.#remaining = this.#size
    // If nothing is in flight, one request must go out, because only its answer shows the quota again.
    return inFlight === 0 || this.#remaining >= needed ? 0 : Number.POSITIVE_INFINITY
  }
}

const unlimited: readonly Quota[] = []

/**
 * The quotas of a connection, and which of them count which requests. Vendors give searches or single endpoints their
 * own quotas, and an exhausted one must not hold up the others.
 */
export class VendorQuotas {
  readonly #byName = new Map<string, Quota>()
  /** Least recently updated first. */
  readonly #byPath = new Map<string, readonly Quota[]>()
  #last = unlimited

  /** How many quotas are known. */
  get size(): number {
    return this.#byName.size
  }

  /**
   * The quotas that probably count a request to a path: those of the last request there, otherwise of the last one
   * anywhere.
   */
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

/** The first segments of a path, which identify the kind of resource: /api/v1/users/17 begins like /api/v1/users/18. */
function shortenToBeginning(path: string): string {
  let end = 0
  for (let segments = 0; segments < 3 && end !== -1; segments++) end = path.indexOf('/', end + 1)
  return end === -1 ? path : path.slice(0, end)
}

function dropOldest<K>(map: Map<K, unknown>, max: number): void {
  const [oldest] = map.size > max ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}
