import type { Kysely, Selectable } from 'kysely'
import { capExpiry } from '../checks/waivers/limits.ts'
import type { StoredWaiver, WaiverStore } from '../checks/waivers/waiver-store.ts'
import { fromJsonText, toJsonText } from './json-text.ts'
import { olderThan } from './older-than.ts'
import type { Schema } from './schema.ts'

export function waiverStore(db: Kysely<Schema>): WaiverStore {
  return {
    async insert({ waiver, ...record }) {
      await db
        .insertInto('waivers')
        .values({ ...record, waiver: toJsonText(waiver) })
        .execute()
    },
    async find(id, organizationId) {
      const row = await db
        .selectFrom('waivers')
        .selectAll()
        .where('id', '=', id)
        .where('organizationId', '=', organizationId)
        .executeTakeFirst()
      return row && waiverOf(row)
    },
    async list({ organizationId, revoked = false, limit, before }) {
      const rows = await db
        .selectFrom('waivers')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .$if(!revoked, (query) => query.where('revokedAtMs', 'is', null))
        .$if(before !== undefined, (query) =>
          query.where(
            olderThan({ at: 'createdAtMs', id: 'id' }, { atMs: before?.createdAtMs ?? 0, id: before?.id ?? '' }),
          ),
        )
        .orderBy('createdAtMs', 'desc')
        .orderBy('id', 'desc')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute()
      return rows.map(waiverOf)
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

function waiverOf({ waiver, ...record }: Selectable<Schema['waivers']>): StoredWaiver {
  return { ...record, waiver: capExpiry(fromJsonText(waiver, 'waivers.waiver'), new Date(record.createdAtMs)) }
}
