import { chooseChecks } from '../checks/choose-checks.ts'
import { nextDueMs } from '../engine/next-due.ts'
import type { ScheduleRecord } from '../engine/schedule-store.ts'
import { connectorOf, found, isoTime, type Parts } from './parts.ts'
import type { Runtime, Schedule } from './runtime.ts'

/** Schedules of connections, one each. @param wake looks at once for what is due */
export function scheduleService(parts: Parts, wake: () => void): Runtime['schedules'] {
  const { store, clock } = parts
  return {
    set: async ({ connectionId, organizationId, cron, timeZone = 'UTC', checks, spread = true }) => {
      const connection = found(await store.connections.find(connectionId, organizationId), 'connection of that id')
      chooseChecks(connectorOf(parts, connection.connectorId), checks)
      const nowMs = clock.nowMs()
      const timing = { connectionId, cron, timeZone, spread: spread ? 1 : 0 } as const
      const earlier = await store.schedules.find(connectionId)
      const record: ScheduleRecord = {
        ...timing,
        organizationId: connection.organizationId,
        connectorId: connection.connectorId,
        checks: checks ?? null,
        createdAtMs: earlier?.createdAtMs ?? nowMs,
        updatedAtMs: nowMs,
        nextAtMs: nextDueMs(timing, nowMs) ?? null,
        computedAtMs: nowMs,
        lastRunId: earlier?.lastRunId ?? null,
        skippedBecause: null,
      }
      await store.schedules.put(record)
      wake()
      return shownSchedule(record)
    },
    get: async ({ connectionId, organizationId }) => {
      const record = await store.schedules.find(connectionId, organizationId)
      return record && shownSchedule(record)
    },
    list: async (filter) => (await store.schedules.list(filter)).map(shownSchedule),
    delete: ({ connectionId, organizationId }) => store.schedules.delete(connectionId, organizationId),
  }
}

/** Why a connection is not to be run when its time has come: nothing could come of it before a person has done something. */
export async function scheduleObstacle(
  { store }: Pick<Parts, 'store'>,
  { connectionId }: Pick<ScheduleRecord, 'connectionId'>,
): Promise<string | undefined> {
  const state = (await store.connections.find(connectionId))?.state
  return state === 'active' || state === 'error' ? undefined : `The connection is ${state ?? 'gone'}.`
}

function shownSchedule(record: ScheduleRecord): Schedule {
  const { connectionId, organizationId, cron, timeZone, checks, spread, nextAtMs, lastRunId, skippedBecause } = record
  return {
    ...{ connectionId, organizationId, cron, timeZone },
    checks: checks ?? undefined,
    spread: spread === 1,
    nextAt: nextAtMs === null ? undefined : isoTime(nextAtMs),
    lastRunId: lastRunId ?? undefined,
    skippedBecause: skippedBecause ?? undefined,
    createdAt: isoTime(record.createdAtMs),
    updatedAt: isoTime(record.updatedAtMs),
  }
}
