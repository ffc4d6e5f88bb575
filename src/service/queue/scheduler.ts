import { type Clock, crossCheckConnectorId } from '../../define/index.ts'
import { EngineError } from '../../errors/index.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import type { Engine, EngineLogger } from './engine.ts'
import { computeDailyCron, computeNextDueMs } from './next-due.ts'
import type { NewRun, RunQueue } from './queue.ts'
import { type ScheduleRecord, type ScheduleStore, waitsForRoom } from './schedule-store.ts'
import { createThrottledLog } from './throttled-log.ts'
import { Ticker } from './ticker.ts'

export interface SchedulerOptions {
  readonly store: { readonly queue: RunQueue; readonly schedules: ScheduleStore }
  readonly clock: Pick<Clock, 'nowMs'>
  readonly logger: EngineLogger
  readonly engine: Pick<Engine, 'hasRoom' | 'dispatch' | 'wake'>
  /** Connectors that this process has. */
  readonly listConnectorIds: () => readonly string[]
  /** Cross-checks that this process has. */
  readonly listCrossCheckIds: () => readonly string[]
  /** Why a connection must not run now, such as a pause; undefined: it may. */
  readonly findObstacle: (schedule: ScheduleRecord) => Promise<string | undefined>
  /** The longest time between looks, because other processes change schedules, and clocks jump. */
  readonly pollMs: number
}

export interface Scheduler {
  /** Looks now; resolves when all due runs are in the queue. For tests, and after setting a schedule. */
  tick(): Promise<void>
  start(): void
  /** Looks soon, if it has started. */
  readonly wake: () => void
  stop(): Promise<void>
}

const batch = 100
const lanes = 8
/** Normal difference between the clocks of several machines. A time that is further ahead comes from a clock that was set back since. */
export const skewMsMax = 60_000

/**
 * Puts a run into the queue for each due schedule. Any number of schedulers may work on one store: one transaction
 * moves the schedule on and writes its run, and one of them wins. One run makes up for all missed times.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { store, clock, logger, engine, listConnectorIds, pollMs } = options

  const mend = async () => {
    // The clock was set back since, so the next time may be days too late.
    for (;;) {
      const nowMs = clock.nowMs()
      const ahead = await store.schedules.listComputedAfter(nowMs + skewMsMax, batch)
      for (const schedule of ahead) {
        await store.schedules.advance(schedule, {
          ...following(schedule, nowMs),
          skippedBecause: schedule.skippedBecause,
        })
      }
      if (ahead.length < batch) return
    }
  }
  const following = (schedule: ScheduleRecord, nowMs: number) => ({
    nextAtMs: computeDueOrNever(schedule, nowMs),
    computedAtMs: nowMs,
  })
  const fire = async (schedule: ScheduleRecord, nowMs: number) => {
    const skippedBecause =
      (await options.findObstacle(schedule)) ?? (await findQueuedBefore(store.queue, schedule)) ?? null
    const next = { ...following(schedule, nowMs), skippedBecause }
    const isOurs = await store.schedules.advance(
      schedule,
      next,
      skippedBecause === null ? createScheduledRuns(schedule, options.listCrossCheckIds(), nowMs, engine) : [],
    )
    const { connectionId } = schedule
    if (isOurs && skippedBecause !== null)
      logger.info({ connectionId, because: skippedBecause }, 'Schedule passed over')
    return isOurs && skippedBecause === null
  }
  /** Several at a time, because each transaction waits for the disk. @returns how many runs were queued */
  const fireAll = async (due: readonly ScheduleRecord[], nowMs: number, full: Set<string>) => {
    // Schedulers of several processes see the same ones, and should not all begin with the first.
    const left = shuffleItems(due)
    let fired = 0
    const lane = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const { organizationId } = next
        if (full.has(organizationId)) continue
        // If there is no room, a schedule stays due.
        if (!(await engine.hasRoom(organizationId))) full.add(organizationId)
        else if (await fire(next, nowMs)) fired++
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return fired
  }
  const tick = async () => {
    await mend()
    // An organization's waiting schedules do not block those of others.
    const full = new Set<string>()
    for (;;) {
      const nowMs = clock.nowMs()
      const due = await store.schedules.listDue(nowMs, listConnectorIds(), batch, [...full])
      const fired = await fireAll(due, nowMs, full)
      if (fired > 0) engine.wake()
      if (due.length < batch) break
    }
    await noteFull(full)
  }
  /** Waiting schedules show the reason, and the log has it once for each of them. */
  const noteFull = async (full: ReadonlySet<string>) => {
    for (const organizationId of full) {
      const schedules = await store.schedules.noteWaiting(organizationId, clock.nowMs(), waitsForRoom)
      if (schedules > 0)
        logger.warn(
          { organizationId, schedules },
          'Scheduled runs wait, because the queue is full for the organization',
        )
    }
  }
  const ticker = new Ticker(tick, createThrottledLog(logger, 'Schedules could not be read'))
  let hasStarted = false
  return {
    tick,
    start: () => {
      hasStarted = true
      ticker.start(pollMs)
      ticker.trigger()
    },
    wake: () => {
      if (hasStarted) ticker.trigger()
    },
    stop: () => ticker.stop(),
  }
}

function shuffleItems<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** A schedule that cannot be read must not block the others. */
function computeDueOrNever(schedule: ScheduleRecord, nowMs: number): number | null {
  try {
    return computeNextDueMs(schedule, nowMs) ?? null
  } catch (error) {
    if (error instanceof EngineError) return null
    throw error
  }
}

/** The part of a vendor's quota that a daily run uses, which connections have by themselves. */
const dailyQuotaShare = 0.2

/** One run of a connection, or one of each cross-check. */
function createScheduledRuns(
  { organizationId, connectionId, connectorId, checks, inventories, cron }: ScheduleRecord,
  crossCheckIds: readonly string[],
  nowMs: number,
  { dispatch }: Pick<Engine, 'dispatch'>,
): readonly NewRun[] {
  const of = { organizationId, connectionId, connectorId, startedAtMs: nowMs, trigger: 'schedule' } as const
  if (connectorId === crossCheckConnectorId)
    return crossCheckIds
      .filter((id) => checks === null || checks.includes(id))
      .map((crossCheckId) => ({
        run: { ...of, id: createTimeId(), crossCheckId },
        request: { checks: [crossCheckId] },
        dispatch,
      }))
  const request = {
    checks: checks ?? undefined,
    inventories: inventories ?? undefined,
    // Nobody chose the time, so that it may be one at which people work.
    quotaShare: cron === computeDailyCron(connectionId) ? dailyQuotaShare : undefined,
  }
  return [{ run: { ...of, id: createTimeId() }, request, dispatch }]
}

/** Runs must not pile up if each takes longer than the interval. */
async function findQueuedBefore(queue: RunQueue, { connectionId }: ScheduleRecord): Promise<string | undefined> {
  const runs = await queue.listForConnection(connectionId)
  return runs.some(({ state }) => state === 'queued') ? 'A run of the connection still waits.' : undefined
}
