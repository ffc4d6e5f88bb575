import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../define/index.ts'

/** A clock that stands where it is set. A wait moves it, and takes a turn of the event loop. */
export interface MovingClock extends Clock {
  /** @param ms epoch ms; an earlier time than now changes nothing */
  moveTo(ms: number): void
}

export function createMovingClock(startMs: number): MovingClock {
  let nowMs = startMs
  return {
    nowMs: () => nowMs,
    moveTo: (ms) => {
      nowMs = Math.max(nowMs, ms)
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      nowMs += ms
      await setImmediate()
    },
  }
}
