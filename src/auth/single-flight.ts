/**
 * One piece of work for however many callers need it at the same time. A caller that gives up does not affect the
 * others. The work is aborted only when all have given up.
 */
export class SingleFlight<T> {
  #flight: SharedFlight<T> | undefined

  /**
   * Joins the running work, or begins it.
   * @param work gets a signal that aborts when no caller waits any more
   * @throws the signal's reason when that is aborted first
   */
  async join(work: (abandoned: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    this.#flight ??= this.#begin(work)
    const flight = this.#flight
    flight.waiting++
    try {
      return await waitUnlessAborted(flight.answer, signal)
    } finally {
      if (--flight.waiting === 0) {
        // A new caller must not get the result of work that was aborted.
        this.#end(flight)
        flight.abandoned.abort()
      }
    }
  }

  #begin(work: (abandoned: AbortSignal) => Promise<T>): SharedFlight<T> {
    const abandoned = new AbortController()
    const flight: SharedFlight<T> = { answer: work(abandoned.signal), abandoned, waiting: 0 }
    flight.answer.then(
      () => this.#end(flight),
      () => this.#end(flight),
    )
    return flight
  }

  #end(flight: SharedFlight<T>): void {
    if (this.#flight === flight) this.#flight = undefined
  }
}

interface SharedFlight<T> {
  readonly answer: Promise<T>
  readonly abandoned: AbortController
  waiting: number
}

/** The promise's outcome, or the signal's reason if that aborts first. The work behind the promise continues. */
export function waitUnlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
