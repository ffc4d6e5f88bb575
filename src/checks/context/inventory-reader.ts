import type { AnyConnector, Inventory, InventoryOutcome } from '../../define/index.ts'
import type { RecordShelf } from '../../inventory/record-shelf.ts'

/** An inventory that was read; its records are on the shelf. */
export interface ReadInventory {
  /** Without the digest, because secrets that become known before the run ends are taken out of the records too. */
  readonly head: Omit<InventoryOutcome, 'digest'>
  readonly shelf: RecordShelf
}

/** Reads the inventories of a connector for the checks of a run. */
export interface InventoryReader {
  readonly connector: AnyConnector
  /** Reads the list, once for everybody who asks. Never throws: what goes wrong is part of what it came to. */
  read(inventory: Inventory): Promise<ReadInventory>
  /** What was read; undefined until the list has ended. */
  find(inventory: Inventory): ReadInventory | undefined
}
