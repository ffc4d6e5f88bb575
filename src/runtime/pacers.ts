import type { Clock, Limits } from '../define/index.ts'
import { Pacer } from '../http/pacer.ts'

const heldMax = 1_000

/** One pacer per connection, for all its runs and tests: a limit of the vendor's does not begin anew with each of them. */
export class Pacers {
  readonly #clock: Clock
  /** Least recently used first. */
  readonly #byConnection = new Map<string, Pacer>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  of(connectionId: string, limits: Limits): Pacer {
    const pacer = this.#byConnection.get(connectionId) ?? new Pacer(limits, this.#clock)
    this.#byConnection.delete(connectionId)
    this.#byConnection.set(connectionId, pacer)
    if (this.#byConnection.size > heldMax) this.#dropIdle()
    return pacer
  }
  /** Only one that nobody uses: a second pacer of the same connection would know nothing of what the first has sent. */
  #dropIdle(): void {
    for (const [connectionId, pacer] of this.#byConnection) {
      if (!pacer.isIdle) continue
      this.#byConnection.delete(connectionId)
      return
    }
  }
}
