import type { Kysely } from 'kysely'
import type { DismissalStore } from '../../../crosscheck/links/dismissal-store.ts'
import { countRows } from '../../../service/store/sql/count-rows.ts'
import { insertWithin, type Room } from '../../../service/store/sql/insert-within.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { countChange } from './directory-sources.ts'

export function createDismissalStore(db: Kysely<Schema>, traits: SqlTraits): DismissalStore {
  return {
    list: (organizationId, after, limit) =>
      ofOrganization(db, organizationId)
        .selectFrom('dismissedProposals')
        .selectAll()
        .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute(),
    put: async (organizationId, dismissed, max) => {
      const room: Room = {
        turn: `dismissed proposals ${organizationId}`,
        max,
        adds: dismissed.length,
        count: (tx) => countRows(tx, ofOrganization(tx, organizationId).selectFrom('dismissedProposals'), max),
      }
      const isMade = await insertWithin(db, traits, room, async (tx) => {
        await countChange(tx, organizationId)
        for (const { id, ...proposal } of dismissed)
          await tx
            .insertInto('dismissedProposals')
            .values({ ...proposal, organizationId, id })
            .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doUpdateSet(proposal))
            .execute()
        return true
      })
      return isMade === true
    },
    delete: ({ id, organizationId }) =>
      runInTransaction(db, async (tx) => {
        await countChange(tx, organizationId)
        const { numDeletedRows } = await ofOrganization(tx, organizationId)
          .deleteFrom('dismissedProposals')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return numDeletedRows > 0n
      }),
  }
}
