/** The longest time that a timer takes, in ms: a longer one fires at once. */
export const timerMsMax = 2 ** 31 - 1

/** Two clocks that differ by less agree, in ms: signatures and tokens are good for minutes. */
export const clocksApartMs = 120_000

/** Time as a parameter, so that tests and replays decide it. */
export interface Clock {
  /** Wall clock, epoch ms. */
  nowMs(): number
  /** Resolves after `ms`; rejects with the signal's reason when that is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * Time for waits that begin and end within one process, epoch ms: if the clock is set back, it goes on by what has really passed, so
 * that no wait gets longer by that.
 */
export function createSteadyTime(clock: Pick<Clock, 'nowMs'>): () => number {
  const reading = new SteadyReading()
  return () => reading.takeMs(clock.nowMs(), performance.now())
}

/** Fields of an object, because V8 makes an object for each new number in a variable of a closure. */
class SteadyReading {
  #aheadMs = 0
  #lastWallMs = Number.NEGATIVE_INFINITY
  #lastAtMs = Number.NEGATIVE_INFINITY

  takeMs(wallMs: number, atMs: number): number {
    if (wallMs < this.#lastWallMs) this.#aheadMs += this.#lastWallMs - wallMs + Math.round(atMs - this.#lastAtMs)
    this.#lastWallMs = wallMs
    this.#lastAtMs = atMs
    return wallMs + this.#aheadMs
  }
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const abort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    }),
}
