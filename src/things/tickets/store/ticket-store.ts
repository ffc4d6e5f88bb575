import type { Kysely } from 'kysely'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { tellTracker } from './tell-trackers.ts'

/** How a tracker is doing. */
export interface TrackerHealth {
  /** `paused`: after days of failures. */
  readonly state: 'active' | 'paused' | 'ended'
  /** Since when every attempt failed, epoch ms. */
  readonly failingSinceMs: number | null
  /** Of the newest attempt that failed. */
  readonly problem: string | null
  readonly status: number | null
}

export interface TrackerRef {
  readonly organizationId: string
  readonly id: string
}

/** The outbox of trackers. */
export interface TicketStore {
  /** Lets the issue of a finding follow it. A tracker that was stopped by failures is tried again. */
  follow(of: {
    readonly organizationId: string
    readonly trackerId: string
    readonly findingId: string
    readonly atMs: number
  }): Promise<void>
  /** @returns undefined if it has had nothing to do yet */
  findHealth(ref: TrackerRef): Promise<TrackerHealth | undefined>
  /** Trackers that have had something to do and were not stopped. */
  listActive(): Promise<readonly TrackerRef[]>
}

export function createTicketStore(db: Kysely<Schema>, _traits: SqlTraits): TicketStore {
  return {
    follow: (of) =>
      runInTransaction(db, async (tx) => {
        await tellTracker(tx, of)
        await ofOrganization(tx, of.organizationId)
          .updateTable('webhooks')
          .set({ state: 'active', stateReason: null, failures: 0, failingSinceMs: null, restsUntilMs: 0 })
          .where('id', '=', of.trackerId)
          .execute()
        await tx
          .updateTable('noticeLanes')
          .set({ nextAtMs: of.atMs })
          .where('webhookId', '=', of.trackerId)
          .where('stream', '=', `finding:${of.findingId}`)
          .execute()
      }),
    async findHealth({ organizationId, id }) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('webhooks')
        .select(['state', 'failingSinceMs'])
        .where('id', '=', id)
        .where('sink', '=', 'tracker')
        .executeTakeFirst()
      if (row === undefined) return undefined
      const failed = await db
        .selectFrom('noticeDeliveries')
        .select(['problem', 'status'])
        .where('webhookId', '=', id)
        .where('problem', 'is not', null)
        .orderBy('triedAtMs', 'desc')
        .limit(1)
        .executeTakeFirst()
      return { ...row, problem: failed?.problem ?? null, status: failed?.status ?? null }
    },
    async listActive() {
      const rows = await db
        .selectFrom('webhooks')
        .select(['id', 'organizationId'])
        .where('sink', '=', 'tracker')
        .where('state', '=', 'active')
        .orderBy('id')
        .execute()
      return rows.flatMap(({ id, organizationId }) => (organizationId === null ? [] : [{ id, organizationId }]))
    },
  }
}
