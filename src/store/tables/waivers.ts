import type { Kysely, Selectable } from 'kysely'
import { capExpiry } from '../../checks/waivers/limits.ts'
import type { StoredWaiver, WaiverStore } from '../../checks/waivers/waiver-store.ts'
import { parseJsonText, toJsonText } from '../sql/json-text.ts'
import { selectOlderThan } from '../sql/older-than.ts'
import type { Schema } from '../sql/tables.ts'

export function createWaiverStore(db: Kysely<Schema>): WaiverStore {
  return {
    async insert({ waiver, needsReview, ...record }) {
      await db
        .insertInto('waivers')
        .values({ ...record, waiver: toJsonText(waiver), needsReview: needsReview ? 1 : 0 })
        .execute()
    },
    async find(id, organizationId) {
      const row = await db
        .selectFrom('waivers')
        .selectAll()
        .where('id', '=', id)
        .where('organizationId', '=', organizationId)
        .executeTakeFirst()
      return row && toStoredWaiver(row)
    },
    async list({ organizationId, revoked = false, limit, before }) {
      const rows = await db
        .selectFrom('waivers')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .$if(!revoked, (query) => query.where('revokedAtMs', 'is', null))
        .$if(before !== undefined, (query) =>
          query.where(
            selectOlderThan({ at: 'createdAtMs', id: 'id' }, { atMs: before?.createdAtMs ?? 0, id: before?.id ?? '' }),
          ),
        )
        .orderBy('createdAtMs', 'desc')
        .orderBy('id', 'desc')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute()
      return rows.map(toStoredWaiver)
    },
    async confirm({ id, organizationId }) {
      const confirmed = await db
        .updateTable('waivers')
        .set({ needsReview: 0 })
        .where('id', '=', id)
        .where('organizationId', '=', organizationId)
        .where('needsReview', '=', 1)
        .executeTakeFirstOrThrow()
      return confirmed.numUpdatedRows > 0n
    },
    async revoke({ id, organizationId }, nowMs) {
      const revoked = await db
        .updateTable('waivers')
        .set(({ fn, val }) => ({ revokedAtMs: fn.coalesce('revokedAtMs', val(nowMs)) }))
        .where('id', '=', id)
        .where('organizationId', '=', organizationId)
        .executeTakeFirstOrThrow()
      return revoked.numUpdatedRows > 0n
    },
  }
}

function toStoredWaiver({ waiver, needsReview, ...record }: Selectable<Schema['waivers']>): StoredWaiver {
  const capped = capExpiry(parseJsonText(waiver, 'waivers.waiver'), new Date(record.createdAtMs))
  return { ...record, waiver: capped, needsReview: needsReview === 1 }
}
