import type { InventoryPiece } from '../../inventory/inventory-store.ts'

/** A file of people as it was imported. Its people are sealed; a store gets no plaintext. */
export interface StoredImport {
  /** Changes with every import. */
  readonly id: string
  readonly organizationId: string
  /** The source of the directory that it is of. */
  readonly sourceId: string
  /** The date of the file, epoch ms. */
  readonly readAtMs: number
  readonly importedAtMs: number
  /** The person who did it; null: the machine's own command. */
  readonly importedBy: string | null
  readonly count: number
  /** SHA-256 of its canonical lines, hexadecimal. */
  readonly digest: string
  /** Members that it has a column of. */
  readonly tells: readonly string[]
}

/** The newest file of people of each source. */
export interface ImportedPeopleStore {
  /** Writes it in pieces, and shows it in place of the one before as soon as all are there. @throws StoreError `NOT_FOUND` */
  replace(imported: StoredImport, pieces: AsyncIterable<InventoryPiece>): Promise<void>
  /** The shown ones. */
  list(organizationId: string): Promise<readonly StoredImport[]>
  /** The piece with the record of a position, and those after it. A replaced import has none. */
  pieces(id: string, from: number, limit: number): Promise<readonly InventoryPiece[]>
  /** Removes some of what an organization has. `rows` is 0 when nothing is left. */
  dropSome(organizationId: string, rows: number): Promise<{ readonly rows: number; readonly gone: number }>
  /** The same for imports from before a time that are hidden, and for organizations that keep no records of people. */
  dropLeftovers(beforeMs: number, rows: number): Promise<{ readonly rows: number; readonly gone: number }>
}
