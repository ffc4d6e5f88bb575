import { createHash } from 'node:crypto'
import { Cron } from 'croner'
import { EngineError } from '../../errors/index.ts'
import type { ScheduleRecord } from './schedule-store.ts'

/** Runs start within this time after the one of `cron`, but spread over at most half the time until the next. */
export const spreadMsMax = 15 * 60_000

type Timing = Pick<ScheduleRecord, 'connectionId' | 'cron' | 'timeZone' | 'spread'>

/**
 * The next due time of a schedule after `nowMs`, epoch ms; undefined if there is none. With `spread` it is some time
 * after the one of `cron`, so that not every customer's run begins at 06:00, and a customer's begins at the same time
 * each day.
 * @throws EngineError `SCHEDULE_INVALID`
 */
export function computeNextDueMs(timing: Timing, nowMs: number): number | undefined {
  const cron = parseCron(timing)
  const share = timing.spread === 1 ? computeShare(timing.connectionId) : 0
  // A time in the past plus its offset may still be in the future.
  let named = cron.nextRun(new Date(nowMs - (timing.spread === 1 ? spreadMsMax : 0)))
  while (named) {
    const following = cron.nextRun(named)
    const windowMs = following ? Math.min(spreadMsMax, (following.getTime() - named.getTime()) / 2) : spreadMsMax
    const dueMs = named.getTime() + Math.floor(share * windowMs)
    if (dueMs > nowMs) return dueMs
    named = following
  }
  return undefined
}

/** Once a day, at a time that is the connection's own, so that those of all customers are spread over the day. */
export function computeDailyCron(connectionId: string): string {
  const minutes = Math.floor(computeShare(connectionId) * 24 * 60)
  return `${minutes % 60} ${Math.floor(minutes / 60)} * * *`
}

/** @throws EngineError `SCHEDULE_INVALID` */
function parseCron({ cron, timeZone }: Pick<Timing, 'cron' | 'timeZone'>): Cron {
  try {
    // The library takes no zone for that of the machine.
    if (timeZone.trim() === '') throw new RangeError('no time zone')
    const parsed = new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true })
    // An unknown time zone only fails on use.
    parsed.nextRun()
    return parsed
  } catch (error) {
    throw new EngineError(
      `The schedule "${cron}" in time zone "${timeZone}" cannot be read. Give five fields, such as "0 6 * * *" for each day at 06:00, and a time zone such as Europe/Berlin.`,
      { code: 'SCHEDULE_INVALID', cause: error },
    )
  }
}

/** From 0 to 1, always the same for a connection. */
function computeShare(connectionId: string): number {
  return createHash('sha256').update(connectionId).digest().readUInt32BE() / 2 ** 32
}
