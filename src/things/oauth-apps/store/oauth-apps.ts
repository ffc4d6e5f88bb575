import type { Kysely, Selectable } from 'kysely'
import type { OAuthAppRecord, OAuthAppStore } from '../../../auth/oauth-app-store.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { isOwnedBy } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createOAuthAppStore(db: Kysely<Schema>): OAuthAppStore {
  return {
    async put(record) {
      const { id, connectorId, organizationId, issuer, createdAtMs, clientId } = record
      const { secretExpiresAtMs, destination, boundTo, ownCallback, connectorDestination, updatedAtMs } = record
      const settings = toJsonText(record.settings)
      const secrets = toJsonText(record.secrets)
      const row = await db
        .insertInto('oauthApps')
        .values({
          id,
          connectorId,
          organizationId,
          issuer,
          clientId,
          settings,
          secrets,
          secretExpiresAtMs,
          destination,
          boundTo,
          ownCallback,
          connectorDestination,
          createdAtMs,
          updatedAtMs,
        })
        .onConflict((conflict) =>
          // SQL treats two NULLs as different, so the platform's apps have a unique index of their own.
          (organizationId === null
            ? conflict.columns(['connectorId', 'connectorDestination']).where('organizationId', 'is', null)
            : conflict.columns(['connectorId', 'organizationId', 'issuer', 'connectorDestination'])
          ).doUpdateSet({
            clientId,
            settings,
            secrets,
            secretExpiresAtMs,
            destination,
            boundTo,
            ownCallback,
            updatedAtMs,
          }),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
      return toAppRecord(row)
    },
    async find(connectorId, organizationId, issuer = '', connectorDestination = '') {
      const row = await db
        .selectFrom('oauthApps')
        .selectAll()
        .where('connectorId', '=', connectorId)
        .where('connectorDestination', '=', connectorDestination)
        .where('issuer', '=', issuer)
        .where(isOwnedBy('oauthApps', organizationId))
        .executeTakeFirst()
      return row && toAppRecord(row)
    },
    async list(organizationId) {
      const query = db
        .selectFrom('oauthApps')
        .selectAll()
        .where(isOwnedBy('oauthApps', organizationId))
        .orderBy('connectorId')
        .orderBy('issuer')
      return (await query.execute()).map(toAppRecord)
    },
    async delete(connectorId, organizationId) {
      const deleted = await db
        .deleteFrom('oauthApps')
        .where('connectorId', '=', connectorId)
        .where(isOwnedBy('oauthApps', organizationId))
        .executeTakeFirstOrThrow()
      return deleted.numDeletedRows > 0n
    },
  }
}

function toAppRecord(row: Selectable<Schema['oauthApps']>): OAuthAppRecord {
  return {
    ...row,
    settings: parseJsonText(row.settings, 'oauth_apps.settings'),
    secrets: parseJsonText(row.secrets, 'oauth_apps.secrets'),
  }
}
