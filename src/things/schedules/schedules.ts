import type { ConnectionPlace } from '../../auth/connection-store.ts'
import { chooseWork } from '../../checks/choose-checks.ts'
import { crossCheckConnectorId } from '../../define/index.ts'
import { EngineError } from '../../errors/index.ts'
import { computeDailyCron, computeNextDueMs } from '../../service/queue/next-due.ts'
import type { ScheduleRecord } from '../../service/queue/schedule-store.ts'
import { isRefused } from '../connections/store/state-cause.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, toIsoTime, type Uses } from '../parts/runtime-parts.ts'

/** The schedule of a connection. */
export interface Schedule {
  readonly connectionId: string
  readonly organizationId: string
  /** Five fields: minute, hour, day of month, month, day of week. */
  readonly cron: string
  /** IANA name. */
  readonly timeZone: string
  /** undefined: all, and none where `inventories` are named. */
  readonly checks: readonly string[] | undefined
  /** Lists, by kind or part. undefined: all, and those that they need where `checks` are named. */
  readonly inventories: readonly string[] | undefined
  /** Whether it starts up to 15 minutes after the time of `cron`, always the same for a connection. */
  readonly spread: boolean
  /** ISO 8601; undefined: there is no next time. */
  readonly nextAt: string | undefined
  readonly lastRunId: string | undefined
  /** Why there was no run at the last time. */
  readonly skippedBecause: string | undefined
  readonly createdAt: string
  readonly updatedAt: string
}

/** The schedule of a connection, of any organization or only within one. */
export interface ScheduleRef {
  readonly connectionId: string
  readonly organizationId?: string | undefined
}

/** Schedules of connections, one each. See docs/scheduling.md. */
export interface ScheduleService {
  /**
   * Creates or replaces.
   * @throws EngineError `SCHEDULE_INVALID`; StoreError `NOT_FOUND`; CheckError `CHECK_UNKNOWN`, `INVENTORY_UNKNOWN`
   * @example
   * await runtime.schedules.set({ connectionId, cron: '0 6 * * *', timeZone: 'Europe/Berlin' })
   */
  set(schedule: {
    readonly connectionId: string
    readonly organizationId?: string | undefined
    readonly cron: string
    /** @default 'UTC' */
    readonly timeZone?: string | undefined
    /** @default all, and none where `inventories` are named */
    readonly checks?: readonly string[] | undefined
    /** Lists to read, by kind or part: `account`, `account.iam`. @default all, and those that they need where `checks` are named */
    readonly inventories?: readonly string[] | undefined
    /** @default true */
    readonly spread?: boolean | undefined
  }): Promise<Schedule>
  /**
   * Every day, for each connection that has no schedule: spread over the day by their ids, the first within a day.
   * @returns how many it has made
   */
  setDaily(of: { readonly organizationId: string }): Promise<number>
  get(ref: ScheduleRef): Promise<Schedule | undefined>
  /** By connection id. */
  list(filter: {
    readonly organizationId: string
    /** @default 100 */
    readonly limit?: number | undefined
    /** Only those of connections after this one. */
    readonly after?: string | undefined
  }): Promise<readonly Schedule[]>
  /** Those of connections that are not disconnected, the next to run first; last those without a next time. */
  listNext(filter: {
    readonly organizationId: string
    readonly limit: number
    /** Only those after this one. */
    readonly after?: Pick<Schedule, 'nextAt' | 'connectionId'> | undefined
  }): Promise<readonly Schedule[]>
  /** @returns false if there is none */
  delete(ref: ScheduleRef): Promise<boolean>
}

/** Schedules of connections, one each. @param wake looks for due schedules at once */
export function scheduleService(
  parts: Uses<'connections' | 'schedules', 'registry' | 'clock'>,
  wake: () => void,
): Declared<ScheduleService> {
  const { store } = parts
  const ownerOf = async ({ connectionId, organizationId }: ScheduleRef) =>
    (await store.connections.find(connectionId, organizationId))?.organizationId
  return {
    set: {
      change: async ({ connectionId, organizationId, checks, inventories, ...timing }) => {
        const connection = requireFound(
          await store.connections.find(connectionId, organizationId),
          'connection of that id',
        )
        chooseWork(await parts.registry.load(connection), { checks, inventories })
        const { connectorId } = connection
        const of = { connectionId, connectorId, organizationId: connection.organizationId }
        const record = await saveSchedule(parts, { ...of, ...timing, checks, inventories })
        wake()
        return toSchedule(record)
      },
      audit: {
        action: 'schedule.set',
        organization: ownerOf,
        fields: (schedule) => schedule,
        target: (_done, { connectionId }) => connectionId,
      },
    },
    setDaily: {
      change: async ({ organizationId }) => {
        const made = await scheduleUnscheduled(parts, organizationId)
        wake()
        return made
      },
      audit: { action: 'schedule.set', fields: () => ({ cron: 'daily' }), target: () => null },
    },
    get: {
      read: async ({ connectionId, organizationId }) => {
        const record = await store.schedules.find(connectionId, organizationId)
        return record && toSchedule(record)
      },
    },
    list: { read: async (filter) => (await store.schedules.list(filter)).map(toSchedule) },
    listNext: {
      read: async ({ organizationId, limit, after: last }) => {
        const after = last && {
          connectionId: last.connectionId,
          nextAtMs: last.nextAt === undefined ? null : Date.parse(last.nextAt),
        }
        return (await store.schedules.listNext({ organizationId, limit, after })).map(toSchedule)
      },
    },
    delete: {
      change: ({ connectionId, organizationId }) => store.schedules.delete(connectionId, organizationId),
      audit: {
        action: 'schedule.delete',
        organization: ownerOf,
        target: (_done, { connectionId }) => connectionId,
      },
    },
  }
}

/** What a person chooses of a schedule. */
export interface ScheduleInput
  extends Pick<ScheduleRecord, 'connectionId' | 'organizationId' | 'connectorId' | 'cron'> {
  readonly timeZone?: string | undefined
  readonly checks: readonly string[] | undefined
  readonly inventories: readonly string[] | undefined
  readonly spread?: boolean | undefined
  /** Not due before, epoch ms. @default now */
  readonly fromMs?: number | undefined
}

/** @throws EngineError `SCHEDULE_INVALID` */
export async function saveSchedule(
  { store, clock }: Uses<'schedules', 'clock'>,
  { cron, timeZone = 'UTC', spread = true, checks, inventories, fromMs, ...of }: ScheduleInput,
): Promise<ScheduleRecord> {
  const nowMs = clock.nowMs()
  const timing = { connectionId: of.connectionId, cron, timeZone, spread: spread ? 1 : 0 } as const
  const nextAtMs = computeNextDueMs(timing, Math.max(nowMs, fromMs ?? nowMs))
  if (nextAtMs === undefined)
    throw new EngineError(`The schedule "${cron}" names a time that never comes. Choose another day or month.`, {
      code: 'SCHEDULE_INVALID',
    })
  const earlier = await store.schedules.find(of.connectionId)
  const record: ScheduleRecord = {
    ...of,
    ...timing,
    checks: checks ?? null,
    inventories: inventories ?? null,
    createdAtMs: earlier?.createdAtMs ?? nowMs,
    updatedAtMs: nowMs,
    nextAtMs,
    computedAtMs: nowMs,
    lastRunId: earlier?.lastRunId ?? null,
    skippedBecause: null,
  }
  await store.schedules.put(record)
  return record
}

type ScheduledConnection = Pick<ScheduleRecord, 'connectionId' | 'organizationId' | 'connectorId'>

type DailyParts = Uses<'connections' | 'schedules', 'clock' | 'registry'>

/** A new connection runs every day, first when it is a day old: whoever connects it runs it now. One that has a schedule keeps it. */
export async function scheduleNewConnection(parts: DailyParts, connection: ScheduledConnection): Promise<void> {
  if (await parts.store.schedules.find(connection.connectionId)) return
  await saveDaily(parts, connection, parts.clock.nowMs() + dayMs)
}

const dayMs = 86_400_000

/** @returns false for a connector that has nothing to run */
async function saveDaily(parts: DailyParts, of: ScheduledConnection, fromMs: number): Promise<boolean> {
  const connector = parts.registry.current.get(of.connectorId)
  if (!connector || connector.checks.length + connector.inventories.length === 0) return false
  const cron = computeDailyCron(of.connectionId)
  await saveSchedule(parts, { ...of, cron, checks: undefined, inventories: undefined, fromMs })
  return true
}

async function scheduleUnscheduled(parts: DailyParts, organizationId: string): Promise<number> {
  const choice = { organizationId, state: connectedStates, isScheduled: false, order: 'name' } as const
  const nowMs = parts.clock.nowMs()
  let made = 0
  for (let after: ConnectionPlace | undefined; ; ) {
    const found = await parts.store.connections.search({ ...choice, limit: connectionsAtOnce, after })
    for (const { record } of found) {
      const of = { connectionId: record.id, organizationId, connectorId: record.connectorId }
      if (await saveDaily(parts, of, nowMs)) made++
    }
    after = found.at(-1)?.place
    if (found.length < connectionsAtOnce) return made
  }
}

const connectionsAtOnce = 200
const connectedStates = ['active', 'needs_reauth', 'error', 'paused'] as const

/** Why a connection is skipped when its time has come: a person has to do something first. */
export async function scheduleObstacle(
  { store }: Uses<'connections'>,
  { connectionId, connectorId }: Pick<ScheduleRecord, 'connectionId' | 'connectorId'>,
): Promise<string | undefined> {
  if (connectorId === crossCheckConnectorId) return undefined
  const connection = await store.connections.find(connectionId)
  // Vendors lock an account after a few tries.
  if (connection && isRefused(connection)) return connection.stateReason ?? undefined
  const state = connection?.state
  return state === 'active' || state === 'error' ? undefined : `The connection is ${state ?? 'gone'}.`
}

export function toSchedule(record: ScheduleRecord): Schedule {
  const { connectionId, organizationId, cron, timeZone, spread, nextAtMs, lastRunId, skippedBecause } = record
  return {
    connectionId,
    organizationId,
    cron,
    timeZone,
    checks: record.checks ?? undefined,
    inventories: record.inventories ?? undefined,
    spread: spread === 1,
    nextAt: nextAtMs === null ? undefined : toIsoTime(nextAtMs),
    lastRunId: lastRunId ?? undefined,
    skippedBecause: skippedBecause ?? undefined,
    createdAt: toIsoTime(record.createdAtMs),
    updatedAt: toIsoTime(record.updatedAtMs),
  }
}
