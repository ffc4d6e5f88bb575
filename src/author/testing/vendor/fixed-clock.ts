import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../define/index.ts'

/** A clock that only moves when a test moves it or something sleeps. */
export interface FixedClock extends Clock {
  /** Every requested wait that was not aborted, in ms, in order. */
  readonly slept: readonly number[]
  /** Moves time forward. @throws RangeError for a negative or endless time */
  advance(ms: number): void
}

/**
 * Time for tests. `nowMs()` does not move by itself. `sleep(ms)` moves it forward by `ms` and resolves at once, so that
 * retries and back-off take no time and show in `slept`. Simultaneous sleeps add up, as if they came one after the
 * other.
 *
 * ```ts
 * const clock = fixedClock('2026-05-01T12:00:00Z')
 * await runChecks(connector, { credentials, clock })
 * assert.deepEqual(clock.slept, [1000])
 * ```
 *
 * @param start epoch ms, an ISO 8601 text, or a Date
 * @throws TypeError when `start` is no point in time
 */
export function fixedClock(start: number | string | Date): FixedClock {
  let nowMs = toEpochMs(start)
  const slept: number[] = []
  const advance = (ms: number) => {
    if (!Number.isFinite(ms) || ms < 0)
      throw new RangeError(`A clock only moves forward, by 0 ms or more, not by ${ms}.`)
    nowMs += ms
  }
  return {
    slept,
    nowMs: () => nowMs,
    advance,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      advance(ms)
      slept.push(ms)
      // A turn of the event loop, because a loop that sleeps until some I/O is done would otherwise starve that I/O.
      await setImmediate()
    },
  }
}

function toEpochMs(start: number | string | Date): number {
  const ms = start instanceof Date ? start.getTime() : typeof start === 'string' ? Date.parse(start) : start
  if (typeof ms === 'number' && Number.isFinite(ms)) return ms
  throw new TypeError(
    'fixedClock() starts at epoch ms, an ISO 8601 text such as "2026-05-01T12:00:00Z", or a valid Date.',
  )
}
