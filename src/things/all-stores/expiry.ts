import { type Kysely, sql } from 'kysely'
import type { ExpiryStore } from '../../service/records/expiry-store.ts'
import { deleteRows } from '../../service/store/sql/delete-rows.ts'
import type { SqlTraits } from '../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../service/store/sql/tables.ts'
import type { ConnectionHooks } from '../connections/store/connection-changed.ts'
import { discardLeft, listLeftGrants } from '../connections/store/connections.ts'

export function createExpiryStore(db: Kysely<Schema>, traits: SqlTraits, hooks: ConnectionHooks): ExpiryStore {
  return {
    deleteSome: ({ nowMs, unusedSinceMs, pendingSinceMs }, limit) =>
      traits.runUnsynced(db, async (tx) => {
        const isOver = sql<boolean>`expires_at_ms <= ${nowMs}`
        let rows = 0
        for (const each of [
          { table: 'idempotencyKeys', key: ['organizationId', 'actor', 'key'], where: isOver },
          { table: 'signInLinks', key: ['tokenHash'], where: isOver },
          {
            table: 'webSessions',
            key: ['idHash'],
            where: sql<boolean>`(expires_at_ms <= ${nowMs} or last_used_at_ms <= ${unusedSinceMs})`,
          },
          { table: 'invitations', key: ['tokenHash'], where: isOver },
          // By the clock that their processes share.
          { table: 'flows', key: ['id'], where: sql<boolean>`expires_at_ms <= ${traits.nowMs(nowMs)}` },
          { table: 'connectSessions', key: ['id'], where: isOver },
          { table: 'mailTallies', key: ['subject', 'day'], where: isOver },
        ] as const)
          if (rows < limit) rows += await deleteRows(tx, { ...each, limit: limit - rows })
        if (rows < limit) rows += await discardLeft(tx, hooks, pendingSinceMs, limit - rows)
        return { rows, gone: rows }
      }),
    listLeftGrants: (pendingSinceMs, limit) => listLeftGrants(db, pendingSinceMs, limit),
  }
}
