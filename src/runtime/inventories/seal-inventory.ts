import type { SecretPlace, Vault } from '../../auth/vault.ts'
import { StoreError } from '../../errors/index.ts'
import { formatInventoryName, type InventoryHead } from '../../inventory/inventory-head.ts'
import {
  type InventoryPiece,
  type InventoryStore,
  pieceRecordsMax,
  type StoredInventory,
} from '../../inventory/inventory-store.ts'
import type { KeptRecord } from '../../inventory/parse-record.ts'

type InventoryPlace = Pick<StoredInventory, 'connectionId' | 'id' | 'of' | 'organizationId' | 'part'>

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

/** Seals records as they come, some at a time. @param place its id is that of the reading, or of what keeps a copy of it */
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

/**
 * The records from a position on, a few pieces at a time.
 * @throws StoreError `STORE_CONFLICT` when another run replaced the inventory meanwhile
 */
export function openRecords(
  { store, vault }: { readonly store: { readonly inventories: InventoryStore }; readonly vault: Vault },
  inventory: InventoryPlace & { readonly count: number },
  from: number,
): AsyncGenerator<KeptRecord, void, undefined> {
  return openPieces(vault, inventory, from, (next) => store.inventories.pieces(inventory.id, next, piecesAtOnce))
}

/** What `sealRecords` sealed. @param load the piece with the record of a position, and some of those after it */
export async function* openPieces<Kept extends object>(
  vault: Vault,
  inventory: InventoryPlace & { readonly count: number },
  from: number,
  load: (from: number) => Promise<readonly InventoryPiece[]>,
): AsyncGenerator<Kept, void, undefined> {
  let next = from
  while (next < inventory.count) {
    const pieces = await load(next)
    if (pieces.length === 0) throw createReplacedError(inventory)
    for (const piece of pieces) {
      if (piece.from > next) throw createReplacedError(inventory)
      const text = await vault.open(toPartPlace(inventory, String(piece.from)), piece.sealed)
      const records = JSON.parse(text) as readonly Kept[]
      yield* records.slice(next - piece.from)
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
