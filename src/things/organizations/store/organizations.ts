import type { Kysely } from 'kysely'
import { defaultDueDays } from '../../../checks/findings/due.ts'
import type { OrganizationStore } from '../../../service/records/organizations.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

const findSettings = prepareStatement((db, params: Placeholders<{ readonly id: string }>) =>
  db
    .selectFrom('organizations')
    .leftJoin('organizationProfiles as profile', 'profile.organizationId', 'organizations.id')
    .selectAll('organizations')
    .select(['profile.slug', 'profile.logo', 'profile.website', 'profile.primaryColor', 'profile.metadata'])
    .select(['profile.keepsInventories', 'profile.timeZone'])
    .select(({ selectFrom }) =>
      selectFrom('dueDays')
        .select('days')
        .whereRef('dueDays.organizationId', '=', 'organizations.id')
        .orderBy('sinceMs', 'desc')
        .limit(1)
        .as('days'),
    )
    .where('organizations.id', '=', params('id')),
)

export function createOrganizationStore(db: Kysely<Schema>): OrganizationStore {
  return {
    async insert({ id, name, createdAtMs }) {
      await db.insertInto('organizations').values({ id, name, createdAtMs }).execute()
    },
    find: (id) => db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst(),
    async findSettings(id) {
      const [row] = await findSettings(db, { id })
      if (!row) return undefined
      const { name, createdAtMs, keepsInventories, timeZone, days, metadata, slug, logo, website, primaryColor } = row
      return {
        organization: { id, name, createdAtMs },
        profile: {
          slug,
          logo,
          website,
          primaryColor,
          metadata: metadata ? parseJsonText(metadata, 'organization_profiles.metadata') : null,
        },
        keepsInventories: keepsInventories !== 0,
        dueDays: days === null ? defaultDueDays : parseJsonText(days, 'due_days.days'),
        timeZone: timeZone ?? 'UTC',
      }
    },
    async rename(id, name) {
      const renamed = await db.updateTable('organizations').set({ name }).where('id', '=', id).executeTakeFirstOrThrow()
      return renamed.numUpdatedRows > 0n
    },
    list: () => db.selectFrom('organizations').selectAll().orderBy('createdAtMs').orderBy('id').execute(),
  }
}
