import { type Kysely, sql } from 'kysely'
import { findTable } from '../../../service/fields/find-table.ts'
import type { TrustCentreStore } from '../../../service/records/trust-centres.ts'
import { isStorable } from '../../../service/store/sql/is-storable.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { isAmong, type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { trustDocument } from '../documents.ts'
import { trustCentre, trustLink, trustStatus } from '../thing.ts'

interface ShownParts {
  readonly organizationId: string
  readonly centreId: string
  readonly answers: readonly string[]
}

/**
 * One statement for every visit. A record never has the same time of change twice; an answer may, and stands for itself.
 */
const selectVersions = prepareStatement((db, params: Placeholders<ShownParts>) => {
  const ofCentre = [trustDocument, trustLink, trustStatus].map((thing) =>
    ofOrganization(db, params('organizationId'))
      .selectFrom(findTable(thing))
      .select(['id', sql<string>`cast(changed_at_ms as text)`.as('version')])
      .where(sql`centre_id`, '=', params('centreId')),
  )
  const ofAnswers = ofOrganization(db, params('organizationId'))
    .selectFrom('manualAnswers')
    .select(['id', sql<string>`updated_at_ms || ' ' || coalesce(expires_day, '') || question || answer`.as('version')])
    .where(isAmong(db, 'id', params('answers')))
  return ofCentre.reduce((all, each) => all.unionAll(each), ofAnswers).orderBy('id')
})

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
    async readVersion(of) {
      const rows = await selectVersions(db, { ...of, answers: of.answers.filter(isStorable) })
      return JSON.stringify(rows)
    },
    listOrganizations: async () => {
      const all = db.selectFrom(findTable(trustCentre)).select('organizationId').distinct()
      const rows = await all.orderBy('organizationId').execute()
      return rows.map(({ organizationId }) => organizationId)
    },
  }
}
