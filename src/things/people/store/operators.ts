import type { Kysely } from 'kysely'
import type { OperatorStore } from '../../../service/records/memberships.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
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
      const row = await ofOrganization(db, organizationId)
        .selectFrom('operators')
        .select('userId')
        .where('userId', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },
    list: () => db.selectFrom('operators').selectAll().orderBy('organizationId').orderBy('userId').execute(),
    async remove(organizationId, userId) {
      const removed = await ofOrganization(db, organizationId)
        .deleteFrom('operators')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
      return removed.numDeletedRows > 0n
    },
  }
}
