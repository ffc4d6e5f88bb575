import type { Kysely } from 'kysely'
import type { OperatorStore } from '../../../service/records/memberships.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

export function createOperatorStore(db: Kysely<Schema>): OperatorStore {
  return {
    async add(operator) {
      await db
        .insertInto('operators')
        .values(operator)
        .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doNothing())
        .execute()
    },
    async has(organizationId, userId) {
      const row = await db
        .selectFrom('operators')
        .select('userId')
        .where('organizationId', '=', organizationId)
        .where('userId', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },
    list: () => db.selectFrom('operators').selectAll().orderBy('organizationId').orderBy('userId').execute(),
    async remove(organizationId, userId) {
      const removed = await db
        .deleteFrom('operators')
        .where('organizationId', '=', organizationId)
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
      return removed.numDeletedRows > 0n
    },
  }
}
