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
    const [oldest] = this.#byConnection.keys()
    if (oldest !== undefined && this.#byConnection.size > heldMax) this.#byConnection.delete(oldest)
    return pacer
  }
}
