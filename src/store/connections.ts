import type { Kysely, Selectable } from 'kysely'
import type { ConnectionRecord, ConnectionStore } from '../auth/connection-store.ts'
import { fromJsonText, toJsonText } from './json-text.ts'
import type { Schema } from './schema.ts'

export function connectionStore(db: Kysely<Schema>): ConnectionStore {
  return {
    async insert(record, credentials) {
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('connections')
          .values({
            ...record,
            variables: toJsonText(record.variables),
            grantedScopes: record.grantedScopes && toJsonText(record.grantedScopes),
          })
          .execute()
        await tx
          .insertInto('credentials')
          .values({
            connectionId: record.id,
            generation: credentials.generation,
            sealedValues: toJsonText(credentials.values),
            expiresAtMs: credentials.expiresAtMs,
          })
          .execute()
      })
    },
    async find(id, organizationId) {
      const row = await db
        .selectFrom('connections')
        .selectAll()
        .where('id', '=', id)
        .$if(organizationId !== undefined, (query) => query.where('organizationId', '=', organizationId ?? ''))
        .executeTakeFirst()
      return row && connectionOf(row)
    },
    async list({ organizationId, connectorId }) {
      const rows = await db
        .selectFrom('connections')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .$if(connectorId !== undefined, (query) => query.where('connectorId', '=', connectorId ?? ''))
        .orderBy('createdAtMs', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(connectionOf)
    },
    async update(id, { state, stateReason, userId, variables, grantedScopes }, updatedAtMs) {
      const row = await db
        .updateTable('connections')
        // By name, never spread: nothing else of a connection may change, its organization least of all. Kysely leaves
        // out what is undefined.
        .set({
          state,
          stateReason,
          userId,
          variables: variables && toJsonText(variables),
          grantedScopes: grantedScopes && toJsonText(grantedScopes),
          updatedAtMs,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && connectionOf(row)
    },
    async credentials(connectionId) {
      const row = await db
        .selectFrom('credentials')
        .selectAll()
        .where('connectionId', '=', connectionId)
        .executeTakeFirst()
      return (
        row && {
          generation: row.generation,
          values: fromJsonText(row.sealedValues, 'credentials.sealed_values'),
          expiresAtMs: row.expiresAtMs,
        }
      )
    },
    async replaceCredentials(connectionId, expectedGeneration, next) {
      // One statement, so that reading and writing cannot be torn apart by another process.
      const replaced = await db
        .updateTable('credentials')
        .set({
          generation: expectedGeneration + 1,
          sealedValues: toJsonText(next.values),
          expiresAtMs: next.expiresAtMs,
        })
        .where('connectionId', '=', connectionId)
        .where('generation', '=', expectedGeneration)
        .executeTakeFirstOrThrow()
      return replaced.numUpdatedRows > 0n
    },
    async wipeCredentials(connectionId) {
      // The row stays and its generation moves on: a refresh that was under way must not bring the values back.
      await db
        .updateTable('credentials')
        .set(({ eb }) => ({ generation: eb('generation', '+', 1), sealedValues: toJsonText({}), expiresAtMs: null }))
        .where('connectionId', '=', connectionId)
        .execute()
    },
  }
}

function connectionOf(row: Selectable<Schema['connections']>): ConnectionRecord {
  return {
    ...row,
    variables: fromJsonText(row.variables, 'connections.variables'),
    grantedScopes: row.grantedScopes && fromJsonText(row.grantedScopes, 'connections.granted_scopes'),
  }
}
