import type { InventoryKind } from '../define/index.ts'

/** The newest reading of one list of a connection. What the vendor said is sealed; a store gets no plaintext. */
export interface StoredInventory {
  /** Changes with every reading. */
  readonly id: string
  readonly organizationId: string
  readonly connectionId: string
  readonly of: InventoryKind
  /** null: the only one of its kind. */
  readonly part: string | null
  /** The run that read it. */
  readonly runId: string
  /** When reading began, epoch ms. */
  readonly readAtMs: number
  /** How many records there are. */
  readonly count: number
}

/** The most records of one piece. */
export const pieceRecordsMax = 100

/** Some of its records, one after the other, sealed together. */
export interface InventoryPiece {
  /** The position of its first record, from 0. */
  readonly from: number
  readonly count: number
  readonly sealed: string
}

/** An inventory whose records are in the store and still hidden, until its run ends. */
export interface StagedInventory {
  readonly id: string
  /** What is shown of it beside its records, sealed. */
  readonly sealedHead: string
}

/** What one piece hid or removed. */
interface Dropped {
  /** 0: nothing is left. */
  readonly rows: number
  /** Whole inventories. */
  readonly gone: number
}

/** The newest inventory of each connection, kind and part. */
export interface InventoryStore {
  /** Writes the records as they come, hidden. `drop` removes them if the rest cannot be written. */
  stage(inventory: StoredInventory, pieces: AsyncIterable<InventoryPiece>): Promise<void>
  /** Removes an inventory, in pieces. */
  drop(id: string): Promise<void>
  /** The shown ones of a connection, in the order of their kinds and parts. */
  list(of: {
    readonly organizationId: string
    readonly connectionId: string
  }): Promise<readonly (StoredInventory & { readonly sealedHead: string })[]>
  /** The shown ones of an organization, by connection, and then as `list` has them. */
  listAll(organizationId: string): Promise<readonly (StoredInventory & { readonly sealedHead: string })[]>
  /** The ids of the same, in the same order. */
  listIds(organizationId: string): Promise<readonly Pick<StoredInventory, 'id' | 'connectionId'>[]>
  /** The kinds of which an organization has lists that are shown. */
  listKinds(organizationId: string): Promise<readonly InventoryKind[]>
  /** The piece with the record of a position, and those after it. A replaced inventory has none. */
  pieces(id: string, from: number, limit: number): Promise<readonly InventoryPiece[]>
  /** Removes some of what an organization has. */
  dropSome(organizationId: string, rows: number): Promise<Dropped>
  /** Hides shown ones that were read before a time, so that they are leftovers. */
  hideOlder(beforeMs: number, rows: number): Promise<Dropped>
  /** Removes hidden ones of runs that have ended, and of organizations that keep none. */
  dropLeftovers(rows: number): Promise<Dropped>
  /** Whether an organization keeps inventories. @default true */
  isKeeping(organizationId: string): Promise<boolean>
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  setKeeping(organizationId: string, isKeeping: boolean): Promise<void>
}
