import type { Kysely } from 'kysely'
import type { InventoryChangeStore } from '../../crosscheck/inventory-changes.ts'
import type { Schema } from '../sql/tables.ts'

export function createInventoryChangeStore(db: Kysely<Schema>): InventoryChangeStore {
  return {
    listUnjudged: (judgedBeforeMs, limit) =>
      db
        .selectFrom('inventoryChanges')
        .selectAll()
        .where(({ eb, ref }) => eb('changedAtMs', '>', ref('judgedAtMs')))
        .where('judgedAtMs', '<=', judgedBeforeMs)
        .orderBy('judgedAtMs')
        .orderBy('organizationId')
        .limit(limit)
        .execute(),
    async claim({ organizationId, judgedAtMs: seenMs }, nowMs) {
      const claimed = await db
        .updateTable('inventoryChanges')
        .set({ judgedAtMs: nowMs })
        .where('organizationId', '=', organizationId)
        .where('judgedAtMs', '=', seenMs)
        .executeTakeFirstOrThrow()
      return claimed.numUpdatedRows > 0n
    },
  }
}

/** Within the transaction that shows new inventories. */
export async function noteInventoryChange(tx: Kysely<Schema>, organizationId: string, nowMs: number): Promise<void> {
  await tx
    .insertInto('inventoryChanges')
    .values({ organizationId, changedAtMs: nowMs, judgedAtMs: 0 })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ changedAtMs: nowMs }))
    .execute()
}
