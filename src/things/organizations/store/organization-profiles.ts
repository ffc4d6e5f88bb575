import type { Kysely } from 'kysely'
import type { OrganizationProfileStore } from '../../../service/records/organization-profiles.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createOrganizationProfileStore(db: Kysely<Schema>): OrganizationProfileStore {
  return {
    async find(organizationId) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('organizationProfiles')
        .select(['slug', 'logo', 'website', 'primaryColor', 'metadata'])
        .executeTakeFirst()
      const metadata = row?.metadata
      return row && { ...row, metadata: metadata ? parseJsonText(metadata, 'organization_profiles.metadata') : null }
    },
    async put(organizationId, profile) {
      const metadata = profile.metadata === null ? null : toJsonText(profile.metadata)
      await db
        .insertInto('organizationProfiles')
        .values({ organizationId, ...profile, metadata, keepsInventories: null })
        .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ ...profile, metadata }))
        .execute()
    },
  }
}
