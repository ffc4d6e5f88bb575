import type { InventoryHead } from '../inventory-head.ts'
import type { StoredRecord } from '../stored-record.ts'

/** An inventory to write, with records that are read as they are written. */
export interface ExportedInventory {
  readonly head: InventoryHead
  readonly records: AsyncIterable<StoredRecord>
}

/** Writes an inventory as text, piece by piece. @throws what reading the records throws */
export type WriteInventory = (inventory: ExportedInventory) => AsyncIterable<string>
