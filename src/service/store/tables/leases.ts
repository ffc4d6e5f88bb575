import { type Kysely, sql } from 'kysely'
import type { LeaseStore } from '../../../auth/lease.ts'
import type { SqlTraits } from '../sql/sql-traits.ts'
import type { Schema } from '../sql/tables.ts'

export function createLeaseStore(db: Kysely<Schema>, traits: SqlTraits): LeaseStore {
  return {
    async acquire(name, owner, ttlMs, localMs) {
      const nowMs = traits.nowMs(localMs)
      const expiresAtMs = sql<number>`${nowMs} + ${ttlMs}`
      // One statement: between reading and taking, another process could take it too.
      const taken = await db
        .insertInto('leases')
        .values({ name, owner, expiresAtMs })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ owner, expiresAtMs })
            .where(({ or, eb }) =>
              or([
                eb('leases.expiresAtMs', '<=', nowMs),
                // The clock was set back since, and must not keep it for hours. Twice the time, because a caller that
                // waited for the database has an older time than one that took the lease before.
                eb('leases.expiresAtMs', '>', sql<number>`${nowMs} + ${2 * ttlMs}`),
              ]),
            ),
        )
        .executeTakeFirstOrThrow()
      return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    async renew(name, owner, ttlMs, localMs) {
      const renewed = await db
        .updateTable('leases')
        .set({ expiresAtMs: sql<number>`${traits.nowMs(localMs)} + ${ttlMs}` })
        .where('name', '=', name)
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow()
      return renewed.numUpdatedRows > 0n
    },
    async release(name, owner) {
      await db.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute()
    },
  }
}
