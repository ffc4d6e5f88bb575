import { type Kysely, type Selectable, sql } from 'kysely'
import { capExpiry, readExpiryMs } from '../../../checks/waivers/limits.ts'
import { digestChecks } from '../../../checks/waivers/waiver-index.ts'
import {
  expiringMs,
  type StoredWaiver,
  type WaiverStateFilter,
  type WaiverStore,
} from '../../../checks/waivers/waiver-store.ts'
import type { LogEvent } from '../../../evidence/log/log-entry.ts'
import { countRows } from '../../../service/store/sql/count-rows.ts'
import { isPostgres } from '../../../service/store/sql/is-postgres.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import { isOneOf } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { enterLog } from '../../log/store/enter-log.ts'

export function createWaiverStore(db: Kysely<Schema>): WaiverStore {
  return {
    insert: (waivers) =>
      runInTransaction(db, async (tx) => {
        for (const id of new Set(waivers.map(({ organizationId }) => organizationId))) await lockWaivers(tx, id)
        for (const { waiver, ...record } of waivers)
          await tx
            .insertInto('waivers')
            .values({
              ...record,
              waiver: toJsonText(waiver),
              expiresAtMs: readExpiryMs(capExpiry(waiver, new Date(record.createdAtMs))),
              settleAtMs: 0,
            })
            .execute()
        await enterLog(
          tx,
          ...waivers.map(
            ({ id, organizationId, createdAtMs: atMs, ...content }): LogEvent => ({
              kind: 'waiver.made',
              organizationId,
              subject: id,
              atMs,
              content,
            }),
          ),
        )
      }),
    async find(id, organizationId) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('waivers')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toStoredWaiver(row)
    },
    async list({ organizationId, ids, revoked = false, limit, before }) {
      if (ids?.length === 0) return []
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('waivers')
        .selectAll()
        .$if(ids !== undefined, (query) => query.where(isOneOf(db, 'id', ids ?? [])))
        .$if(!revoked, (query) => query.where('revokedAtMs', 'is', null))
        .$call(sortNewest('createdAtMs', before))
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute()
      return rows.map(toStoredWaiver)
    },
    async listInState({ limit, after, ...filter }) {
      const { column, direction } = orders[filter.state]
      const rows = await selectInState(db, filter)
        .selectAll()
        .$if(after !== undefined, (query) =>
          query.where(
            sql<boolean>`(${sql.ref(column)}, id) ${direction === 'asc' ? sql`>` : sql`<`} (${after ? readOrderTime(after, column) : 0}, ${after?.id ?? ''})`,
          ),
        )
        .orderBy(column, direction)
        .orderBy('id', direction)
        .limit(limit)
        .execute()
      return rows.map(toStoredWaiver)
    },
    countInState: (filter) => countRows(db, selectInState(db, filter)),
    async listUnsettled(nowMs, connectors) {
      const waiting = db.selectFrom('waivers').select('organizationId').distinct()
      const dependent = waiting.where('settledBy', 'is not', null)
      const [due, some] = await Promise.all([
        waiting.where('settleAtMs', '<=', nowMs).execute(),
        dependent.limit(1).execute(),
      ])
      // Mostly none depends on checks, and their digest takes longer than the questions.
      const changed =
        some.length === 0 ? [] : await dependent.where('settledBy', '<>', digestChecks(connectors)).execute()
      return [...new Set([...due, ...changed].map(({ organizationId }) => organizationId))]
    },
    revoke({ id, organizationId }, nowMs) {
      return runInTransaction(db, async (tx) => {
        await lockWaivers(tx, organizationId)
        const revoked = await ofOrganization(tx, organizationId)
          .updateTable('waivers')
          .set({ revokedAtMs: nowMs, settleAtMs: 0 })
          .where('id', '=', id)
          .where('revokedAtMs', 'is', null)
          .executeTakeFirstOrThrow()
        if (revoked.numUpdatedRows === 0n) return (await createWaiverStore(tx).find(id, organizationId)) !== undefined
        await enterLog(tx, { kind: 'waiver.revoked', organizationId, subject: id, atMs: nowMs })
        return true
      })
    },
  }
}

/** Lets runs that open findings end before the waivers change, and later ones wait. SQLite has one writer at a time. */
export async function lockWaivers(tx: Kysely<Schema>, organizationId: string): Promise<void> {
  if (isPostgres(tx))
    await tx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute()
}

const orders = {
  holds: { column: 'expiresAtMs', direction: 'asc' },
  expiring: { column: 'expiresAtMs', direction: 'asc' },
  expired: { column: 'expiresAtMs', direction: 'desc' },
  revoked: { column: 'revokedAtMs', direction: 'desc' },
} as const

function readOrderTime({ waiver, revokedAtMs }: StoredWaiver, column: 'expiresAtMs' | 'revokedAtMs'): number {
  return column === 'revokedAtMs' ? (revokedAtMs ?? 0) : readExpiryMs(waiver)
}

function selectInState(db: Kysely<Schema>, { organizationId, state, nowMs }: WaiverStateFilter) {
  const query = ofOrganization(db, organizationId).selectFrom('waivers')
  if (state === 'revoked') return query.where('revokedAtMs', 'is not', null)
  const unrevoked = query.where('revokedAtMs', 'is', null)
  if (state === 'expired') return unrevoked.where('expiresAtMs', '<', nowMs)
  const holding = unrevoked.where('expiresAtMs', '>=', nowMs)
  return state === 'holds' ? holding : holding.where('expiresAtMs', '<', nowMs + expiringMs)
}

export function toStoredWaiver({
  waiver,
  expiresAtMs: _,
  lastNotice: _notice,
  settleAtMs: _settle,
  settledBy: _digest,
  ...record
}: Selectable<Schema['waivers']>): StoredWaiver {
  const capped = capExpiry(parseJsonText(waiver, 'waivers.waiver'), new Date(record.createdAtMs))
  return { ...record, waiver: capped }
}
