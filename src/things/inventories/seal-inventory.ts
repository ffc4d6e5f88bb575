import { setImmediate } from 'node:timers/promises'
import type { SecretPlace, Vault } from '../../auth/vault.ts'
import { StoreError } from '../../errors/index.ts'
import { formatInventoryName, type InventoryHead } from '../../inventory/inventory-head.ts'
import {
  type InventoryPiece,
  type InventoryStore,
  pieceRecordsMax,
  type StoredInventory,
} from '../../inventory/inventory-store.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'

export type InventoryPlace = Pick<StoredInventory, 'connectionId' | 'id' | 'of' | 'organizationId' | 'part'>

// Of the JSON of one piece: what a row of a database takes without trouble.
const pieceLength = 256 * 1024

export function sealHead(vault: Vault, place: InventoryPlace, head: InventoryHead): Promise<string> {
  return vault.seal(toPartPlace(place, 'head'), JSON.stringify(head))
}

export async function openHead(
  vault: Vault,
  { sealedHead, ...place }: InventoryPlace & { readonly sealedHead: string },
): Promise<InventoryHead> {
  return JSON.parse(await vault.open(toPartPlace(place, 'head'), sealedHead))
}

/** Seals records as they come, some at a time. */
export async function* sealRecords(
  vault: Vault,
  place: InventoryPlace,
  records: AsyncIterable<object>,
): AsyncGenerator<InventoryPiece, void, undefined> {
  let texts: string[] = []
  let length = 0
  let from = 0
  const seal = async (): Promise<InventoryPiece> => {
    const sealed = await vault.seal(toPartPlace(place, String(from)), `[${texts.join(',')}]`)
    const piece = { from, count: texts.length, sealed }
    from += texts.length
    texts = []
    length = 0
    return piece
  }
  for await (const record of records) {
    const text = JSON.stringify(record)
    if (texts.length > 0 && length + text.length > pieceLength) yield await seal()
    texts.push(text)
    length += text.length
    if (texts.length === pieceRecordsMax) yield await seal()
  }
  if (texts.length > 0) yield await seal()
}

const piecesAtOnce = 4

/** Where pieces of records are kept, and what opens them. */
interface OpensPieces {
  readonly store: { readonly inventories: Pick<InventoryStore, 'pieces'> }
  readonly vault: Vault
}

/**
 * The records from a position on, a few pieces at a time.
 * @throws StoreError `STORE_CONFLICT` when another run replaced the inventory meanwhile
 */
export async function* openRecords<Item extends object = StoredRecord>(
  parts: OpensPieces,
  inventory: InventoryPlace & { readonly count: number },
  from: number,
): AsyncGenerator<Item, void, undefined> {
  for await (const records of openRecordPieces<Item>(parts, inventory, from)) yield* records
}

/** The same in the pieces in which they are kept. */
export async function* openRecordPieces<Item extends object = StoredRecord>(
  { store, vault }: OpensPieces,
  inventory: InventoryPlace & { readonly count: number },
  from = 0,
): AsyncGenerator<readonly Item[], void, undefined> {
  let next = from
  while (next < inventory.count) {
    const pieces = await store.inventories.pieces(inventory.id, next, piecesAtOnce)
    if (pieces.length === 0) throw createReplacedError(inventory)
    // SQLite answers without waiting, so that a long list would keep everybody else of the process out.
    await setImmediate()
    for (const piece of pieces) {
      if (piece.from > next) throw createReplacedError(inventory)
      const text = await vault.open(toPartPlace(inventory, String(piece.from)), piece.sealed)
      const records = JSON.parse(text) as readonly Item[]
      yield next === piece.from ? records : records.slice(next - piece.from)
      next = piece.from + piece.count
    }
  }
}

/** Bound to the reading, so that no piece can take the place of another. */
function toPartPlace({ organizationId, connectionId, id, of, part }: InventoryPlace, what: string): SecretPlace {
  return {
    organizationId,
    ownerId: connectionId,
    field: `inventory:${formatInventoryName({ of, part })} ${id} ${what}`,
  }
}

/** What was read so far is no whole list, and nobody may take it for one. */
function createReplacedError({ of }: InventoryPlace): StoreError {
  return new StoreError(
    `The inventory of kind "${of}" was replaced or deleted while it was read. Read it again from its beginning.`,
    { code: 'STORE_CONFLICT', retryable: true },
  )
}
