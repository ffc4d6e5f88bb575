import type { Kysely, Selectable } from 'kysely'
import type { OAuthAppRecord, OAuthAppStore } from '../../auth/oauth-app-store.ts'
import { parseJsonText, toJsonText } from '../sql/json-text.ts'
import type { Schema } from '../sql/tables.ts'

export function createOAuthAppStore(db: Kysely<Schema>): OAuthAppStore {
  return {
    async put(record) {
      const { id, connectorId, organizationId, createdAtMs, clientId, secretExpiresAtMs, updatedAtMs } = record
      const settings = toJsonText(record.settings)
      const secrets = toJsonText(record.secrets)
      const row = await db
        .insertInto('oauthApps')
        .values({
          ...{ id, connectorId, organizationId, clientId, settings, secrets },
          ...{ secretExpiresAtMs, createdAtMs, updatedAtMs },
        })
        .onConflict((conflict) =>
          // SQL holds two NULLs for different, so the platform's apps have a unique index of their own.
          (organizationId === null
            ? conflict.column('connectorId').where('organizationId', 'is', null)
            : conflict.columns(['connectorId', 'organizationId'])
          ).doUpdateSet({ clientId, settings, secrets, secretExpiresAtMs, updatedAtMs }),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
      return appOf(row)
    },
    async find(connectorId, organizationId) {
      const row = await db
        .selectFrom('oauthApps')
        .selectAll()
        .where('connectorId', '=', connectorId)
        .where('organizationId', chooseNullOperator(organizationId), organizationId)
        .executeTakeFirst()
      return row && appOf(row)
    },
    async list(organizationId) {
      const query = db
        .selectFrom('oauthApps')
        .selectAll()
        .where('organizationId', chooseNullOperator(organizationId), organizationId)
        .orderBy('connectorId')
      return (await query.execute()).map(appOf)
    },
    async delete(connectorId, organizationId) {
      const deleted = await db
        .deleteFrom('oauthApps')
        .where('connectorId', '=', connectorId)
        .where('organizationId', chooseNullOperator(organizationId), organizationId)
        .executeTakeFirstOrThrow()
      return deleted.numDeletedRows > 0n
    },
  }
}

function appOf(row: Selectable<Schema['oauthApps']>): OAuthAppRecord {
  return {
    ...row,
    settings: parseJsonText(row.settings, 'oauth_apps.settings'),
    secrets: parseJsonText(row.secrets, 'oauth_apps.secrets'),
  }
}

/** SQL never holds NULL for equal to anything, so that the platform's rows have to be asked for with IS. */
function chooseNullOperator(organizationId: string | null): '=' | 'is' {
  return organizationId === null ? 'is' : '='
}
