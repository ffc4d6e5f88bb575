import { type Kysely, sql } from 'kysely'
import { findTable } from '../../../service/fields/find-table.ts'
import type { TrustCentreStore } from '../../../service/records/trust-centres.ts'
import { isStorable } from '../../../service/store/sql/is-storable.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { trustCentre } from '../thing.ts'

export function createTrustCentreStore(db: Kysely<Schema>): TrustCentreStore {
  return {
    async findBySlug(slug) {
      if (!isStorable(slug)) return undefined
      return db
        .selectFrom(findTable(trustCentre))
        .select(['id', 'organizationId'])
        .where(sql`slug`, '=', slug)
        .where(sql`opened_at_ms`, 'is not', null)
        .executeTakeFirst()
    },
    listOrganizations: async () => {
      const all = db.selectFrom(findTable(trustCentre)).select('organizationId').distinct()
      const rows = await all.orderBy('organizationId').execute()
      return rows.map(({ organizationId }) => organizationId)
    },
  }
}
