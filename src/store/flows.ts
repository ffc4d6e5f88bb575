import type { Kysely } from 'kysely'
import type { FlowStore } from '../auth/flow-store.ts'
import { fromJsonText, toJsonText } from './json-text.ts'
import type { Schema } from './schema.ts'

export function flowStore(db: Kysely<Schema>): FlowStore {
  return {
    async put(record) {
      await db
        .insertInto('flows')
        .values({ ...record, scopes: toJsonText(record.scopes), secrets: toJsonText(record.secrets) })
        .execute()
    },
    async take(stateHash) {
      // One DELETE … RETURNING: between a SELECT and a DELETE a second callback could take the same flow.
      const row = await db.deleteFrom('flows').where('stateHash', '=', stateHash).returningAll().executeTakeFirst()
      return (
        row && {
          ...row,
          scopes: fromJsonText(row.scopes, 'flows.scopes'),
          secrets: fromJsonText(row.secrets, 'flows.secrets'),
        }
      )
    },
    async deleteExpired(nowMs) {
      await db.deleteFrom('flows').where('expiresAtMs', '<=', nowMs).execute()
    },
  }
}
