import type { Kysely } from 'kysely'
import type { AppearanceStore } from '../../../service/records/appearances.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'

const unset = { name: null, colour: null, language: null, logoId: null, logoType: null, logoBase64: null }

export function createAppearanceStore(db: Kysely<Schema>): AppearanceStore {
  return {
    async find(organizationId) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('appearances')
        .select(['name', 'colour', 'language', 'logoId', 'logoType'])
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { logoId: id, logoType: type, ...set } = row
      return { ...set, logo: id === null || type === null ? null : { id, type } }
    },
    async put(organizationId, { logo, ...set }) {
      const changes = omitUndefined({
        ...set,
        logoId: logo === undefined ? undefined : (logo?.id ?? null),
        logoType: logo === undefined ? undefined : (logo?.type ?? null),
        logoBase64: logo === undefined ? undefined : (logo?.base64 ?? null),
      })
      await db
        .insertInto('appearances')
        .values({ ...unset, organizationId, ...changes })
        .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ organizationId, ...changes }))
        .execute()
    },
    async findLogo(id) {
      const row = await db
        .selectFrom('appearances')
        .select(['logoType', 'logoBase64'])
        .where('logoId', '=', id)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { logoType: type, logoBase64: base64 } = row
      return type === null || base64 === null ? undefined : { id, type, base64 }
    },
  }
}
