import type { Kysely, Selectable } from 'kysely'
import type { ConnectSessionRecord, ConnectSessionStore } from '../../../auth/connect-session-store.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createConnectSessionStore(db: Kysely<Schema>): ConnectSessionStore {
  return {
    async insert({ connectors, ...record }) {
      await db
        .insertInto('connectSessions')
        .values({ ...record, connectors: connectors && toJsonText(connectors), claimedUntilMs: 0 })
        .execute()
    },
    async find(id) {
      const row = await db.selectFrom('connectSessions').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toRecord(row)
    },
    async open(tokenHash, { keyHash, nowMs, expiresAtMs }) {
      // One statement: of two browsers with the token, one gets it.
      const row = await db
        .updateTable('connectSessions')
        .set({ keyHash, expiresAtMs })
        .where('tokenHash', '=', tokenHash)
        .where('keyHash', 'is', null)
        .where('expiresAtMs', '>', nowMs)
        .returningAll()
        .executeTakeFirst()
      return row && toRecord(row)
    },
    async claim(id, { nowMs, untilMs }) {
      const { numUpdatedRows } = await db
        .updateTable('connectSessions')
        .set({ claimedUntilMs: untilMs })
        .where('id', '=', id)
        .where('connectionId', 'is', null)
        .where('claimedUntilMs', '<=', nowMs)
        .where('expiresAtMs', '>', nowMs)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async settle(id, outcome) {
      await db
        .updateTable('connectSessions')
        .set({ ...outcome, claimedUntilMs: 0 })
        .where('id', '=', id)
        .where('connectionId', 'is', null)
        .execute()
    },
    async forgetProblem(id) {
      await db.updateTable('connectSessions').set({ problem: null }).where('id', '=', id).execute()
    },
    async prune({ organizationId, count }) {
      await db
        .deleteFrom('connectSessions')
        .where('id', 'in', (query) =>
          ofOrganization(query, organizationId)
            .selectFrom('connectSessions')
            .select('id')
            .orderBy('id', 'desc')
            // More than there can be, because SQLite has no offset without a limit.
            .limit(1_000_000)
            .offset(count),
        )
        .execute()
    },
  }
}

function toRecord(row: Selectable<Schema['connectSessions']>): ConnectSessionRecord {
  const { claimedUntilMs: _, connectors, ...record } = row
  return {
    ...record,
    connectors: connectors === null ? null : parseJsonText(connectors, 'connect_sessions.connectors'),
  }
}
