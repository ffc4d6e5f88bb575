import type { Kysely } from 'kysely'
import type { IdempotencyStore } from '../../workspace/idempotency.ts'
import type { Schema } from '../sql/tables.ts'

export function createIdempotencyStore(db: Kysely<Schema>): IdempotencyStore {
  return {
    async reserve(record, nowMs) {
      const { organizationId, actor, key, ...fresh } = record
      // One statement, so that only one of two simultaneous requests continues.
      const reserved = await db
        .insertInto('idempotencyKeys')
        .values(record)
        .onConflict((conflict) =>
          conflict
            .columns(['organizationId', 'actor', 'key'])
            .doUpdateSet(fresh)
            .where('idempotencyKeys.expiresAtMs', '<=', nowMs),
        )
        .executeTakeFirstOrThrow()
      if ((reserved.numInsertedOrUpdatedRows ?? 0n) > 0n) return undefined
      const query = db.selectFrom('idempotencyKeys').selectAll().where('organizationId', '=', organizationId)
      // Released in between: treated as if it were still running. The next request finds it free.
      return (await query.where('actor', '=', actor).where('key', '=', key).executeTakeFirst()) ?? record
    },
    async complete({ organizationId, actor, key }, outcome) {
      await db
        .updateTable('idempotencyKeys')
        .set(outcome)
        .where('organizationId', '=', organizationId)
        .where('actor', '=', actor)
        .where('key', '=', key)
        .execute()
    },
    async release({ organizationId, actor, key }) {
      await db
        .deleteFrom('idempotencyKeys')
        .where('organizationId', '=', organizationId)
        .where('actor', '=', actor)
        .where('key', '=', key)
        .execute()
    },
    async deleteExpired(nowMs) {
      await db.deleteFrom('idempotencyKeys').where('expiresAtMs', '<=', nowMs).execute()
    },
  }
}
