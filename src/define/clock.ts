/** The longest time that a timer takes, in ms: a longer one fires at once. */
export const timerMsMax = 2 ** 31 - 1

/** Time as a parameter, so that tests and replays decide it. */
export interface Clock {
  /** Wall clock, epoch ms. */
  nowMs(): number
  /** Resolves after `ms`; rejects with the signal's reason when that is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * Time for waits that begin and end within one process, epoch ms: if the clock is set back, it goes on from where it was, so that
 * no wait gets longer by that.
 */
export function createSteadyTime(clock: Pick<Clock, 'nowMs'>): () => number {
  let aheadMs = 0
  let lastMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = clock.nowMs()
    aheadMs = Math.max(aheadMs, lastMs - nowMs)
    lastMs = nowMs + aheadMs
    return lastMs
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
