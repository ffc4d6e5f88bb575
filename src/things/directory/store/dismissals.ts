import type { Kysely } from 'kysely'
import type { DismissalStore } from '../../../crosscheck/links/dismissal-store.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { countChange } from './directory-sources.ts'

export function createDismissalStore(db: Kysely<Schema>): DismissalStore {
  return {
    list: (organizationId, after, limit) =>
      ofOrganization(db, organizationId)
        .selectFrom('dismissedProposals')
        .selectAll()
        .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute(),
    put: (organizationId, dismissed, max) =>
      runInTransaction(db, async (tx) => {
        // Others of the organization wait here until this one has ended.
        await countChange(tx, organizationId)
        const { count } = await ofOrganization(tx, organizationId)
          .selectFrom('dismissedProposals')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (Number(count) + dismissed.length > max) return false
        for (const { id, ...proposal } of dismissed)
          await tx
            .insertInto('dismissedProposals')
            .values({ ...proposal, organizationId, id })
            .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doUpdateSet(proposal))
            .execute()
        return true
      }),
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
