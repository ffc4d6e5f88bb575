import { type Kysely, sql } from 'kysely'
import { findTable } from '../../../service/fields/find-table.ts'
import type { PolicyStore } from '../../../service/records/policies.ts'
import { isStorable } from '../../../service/store/sql/is-storable.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { policyRequest } from '../requests.ts'
import { policy, policyAcknowledgement, policyVersion } from '../thing.ts'

export function createPolicyStore(db: Kysely<Schema>): PolicyStore {
  return {
    findRequest: async (id) => {
      if (!isStorable(id)) return undefined
      return db
        .selectFrom(findTable(policyRequest))
        .select(['id', 'organizationId'])
        .where('id', '=', id)
        .executeTakeFirst()
    },
    listOrganizations: async () => {
      const published = db.selectFrom(findTable(policy)).select('organizationId').distinct()
      const rows = await published.where(sql`published_number`, 'is not', null).orderBy('organizationId').execute()
      return rows.map(({ organizationId }) => organizationId)
    },
    listHolding: async (organizationId) => {
      const policies = await ofOrganization(db, organizationId)
        .selectFrom(findTable(policy))
        .select(['id', sql<string>`name`.as('name'), sql<number>`published_number`.as('number')])
        .where(sql`published_number`, 'is not', null)
        .orderBy('id')
        .execute()
      const versions = await ofOrganization(db, organizationId)
        .selectFrom(findTable(policyVersion))
        .select([
          'id',
          sql<string>`policy_id`.as('policyId'),
          sql<number>`number`.as('number'),
          sql<number>`published_at_ms`.as('publishedAtMs'),
        ])
        .where(sql`published_at_ms`, 'is not', null)
        .execute()
      const byPolicy = new Map(versions.map((version) => [`${version.policyId} ${version.number}`, version]))
      return policies.flatMap(({ id, name, number }) => {
        const version = byPolicy.get(`${id} ${number}`)
        return version === undefined
          ? []
          : [{ id, name, number: Number(number), versionId: version.id, publishedAtMs: Number(version.publishedAtMs) }]
      })
    },
    listAcknowledgements: async ({ organizationId, versionId }, after, limit) => {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom(findTable(policyAcknowledgement))
        .select([
          'id',
          sql<string>`policy_id`.as('policyId'),
          sql<string>`version_id`.as('versionId'),
          sql<string | null>`email`.as('email'),
          sql<string | null>`directory_id`.as('directoryId'),
          sql<number>`acknowledged_at_ms`.as('acknowledgedAtMs'),
        ])
        .where(sql`version_id`, '=', versionId)
        .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...row, acknowledgedAtMs: Number(row.acknowledgedAtMs) }))
    },
  }
}
