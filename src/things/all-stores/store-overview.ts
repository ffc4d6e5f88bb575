import type { Kysely } from 'kysely'
import type { ConnectionState } from '../../auth/connection-store.ts'
import { waitsForRoom } from '../../service/queue/schedule-store.ts'
import type { Schema } from '../../service/store/sql/tables.ts'
import { isConnectionRow } from '../../service/store/tables/organization-subject.ts'

/** The contents of a store, over all organizations: for the operator. */
export interface StoreOverview {
  readonly connections: readonly {
    readonly connectorId: string
    readonly state: ConnectionState
    readonly count: number
  }[]
  readonly runs: {
    readonly waiting: number
    /** Epoch ms of the one that has waited longest. */
    readonly waitingSinceMs: number | null
    /** Begun by processes that the store no longer knows. */
    readonly abandoned: number
    /** When the newest run began, epoch ms. It is in the future if a clock was set back. */
    readonly newestMs: number | null
  }
  /** OAuth apps with a secret that expires before the given time, the first to expire first. */
  readonly expiring: readonly {
    readonly connectorId: string
    readonly organizationId: string | null
    readonly secretExpiresAtMs: number
  }[]
  readonly workers: number
  readonly schedules: {
    readonly all: number
    readonly overdue: number
    /** Epoch ms of the one that is overdue longest. */
    readonly overdueSinceMs: number | null
    /** How many are due and wait, because the queue has no room for their organization. */
    readonly waitForRoom: number
  }
}

export interface OverviewBounds {
  /** Schedules with a time before this are overdue. */
  readonly dueBeforeMs: number
  /** Secrets that expire before this are reported. */
  readonly endsBeforeMs: number
}

export async function readStoreOverview(
  db: Kysely<Schema>,
  { dueBeforeMs, endsBeforeMs }: OverviewBounds,
): Promise<StoreOverview> {
  const connections = await db
    .selectFrom('connections')
    .where(isConnectionRow)
    .select(({ fn }) => ['connectorId', 'state', fn.countAll<number>().as('count')])
    .groupBy(['connectorId', 'state'])
    .orderBy('connectorId')
    .orderBy('state')
    .execute()
  const waiting = await db
    .selectFrom('runJobs')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('queuedAtMs').as('sinceMs')])
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow()
  const abandoned = await db
    .selectFrom('runJobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner', 'is not', null)
    .where('owner', 'not in', db.selectFrom('workers').select('id'))
    .executeTakeFirstOrThrow()
  const newest = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.max('startedAtMs').as('ms'))
    .executeTakeFirstOrThrow()
  const expiring = await db
    .selectFrom('oauthApps')
    .select(['connectorId', 'organizationId', 'secretExpiresAtMs'])
    .where('secretExpiresAtMs', '<', endsBeforeMs)
    .orderBy('secretExpiresAtMs')
    .$narrowType<{ secretExpiresAtMs: number }>()
    .execute()
  const workers = await db
    .selectFrom('workers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const schedules = await db
    .selectFrom('schedules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const overdue = await db
    .selectFrom('schedules')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('nextAtMs').as('sinceMs')])
    .where('nextAtMs', '<', dueBeforeMs)
    .executeTakeFirstOrThrow()
  const waitForRoom = await db
    .selectFrom('schedules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('skippedBecause', '=', waitsForRoom)
    .executeTakeFirstOrThrow()
  return {
    connections,
    expiring,
    runs: {
      waiting: waiting.count,
      waitingSinceMs: waiting.sinceMs,
      abandoned: abandoned.count,
      newestMs: newest.ms,
    },
    workers: workers.count,
    schedules: {
      all: schedules.count,
      overdue: overdue.count,
      overdueSinceMs: overdue.sinceMs,
      waitForRoom: waitForRoom.count,
    },
  }
}
