import { type Kysely, sql } from 'kysely'
import type { InventoryChangeStore } from '../../../crosscheck/inventory-changes.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

/** Literally as in the partial index, because databases would not use it with a parameter. */
const pending = sql.lit(1 as const)

export function createInventoryChangeStore(db: Kysely<Schema>): InventoryChangeStore {
  return {
    listUnjudged: ({ fromMs, toMs }, limit) =>
      db
        .selectFrom('inventoryChanges')
        .select(['organizationId', 'judgedAtMs'])
        .where('isPending', '=', pending)
        .where(({ or, eb }) => or([eb('judgedAtMs', '<=', fromMs), eb('judgedAtMs', '>', toMs)]))
        .orderBy('judgedAtMs')
        .orderBy('organizationId')
        .limit(limit)
        .execute(),
    async claim({ organizationId, judgedAtMs: seenMs }, nowMs) {
      const claimed = await ofOrganization(db, organizationId)
        .updateTable('inventoryChanges')
        .set({ isPending: 0, judgedAtMs: nowMs })
        .where('isPending', '=', pending)
        .where('judgedAtMs', '=', seenMs)
        .executeTakeFirstOrThrow()
      return claimed.numUpdatedRows > 0n
    },
  }
}

/** Within the transaction that shows new inventories. */
export async function noteInventoryChange(tx: Kysely<Schema>, organizationId: string): Promise<void> {
  await tx
    .insertInto('inventoryChanges')
    .values({ organizationId, isPending: 1, judgedAtMs: 0 })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ isPending: 1 }))
    .execute()
}
