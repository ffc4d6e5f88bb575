/** What pages show of the people of an organization, as it was put together from the newest readings. */
export interface StoredView {
  /** Changes with every build. */
  readonly id: string
  readonly organizationId: string
  /** Of everything that it was made from. */
  readonly fingerprint: string
  readonly builtAtMs: number
}

/**
 * `index`: where people are in their list, by their ids. `account:nobody`: those of the list of accounts that have a mark, again, so that
 * a page of them is read without the others.
 */
export type ViewList =
  | 'person'
  | 'account'
  | 'device'
  | 'training'
  | 'index'
  | `${'person' | 'account' | 'device'}:${string}`

/** Some entries of a list, one after the other, sealed together. */
export interface ViewPiece {
  readonly list: ViewList
  /** The position of its first entry, from 0. */
  readonly position: number
  readonly count: number
  /** Bits that at least one of its entries has. */
  readonly marks: number
  /** What the first entry is found by; empty where nobody looks for it. */
  readonly firstKey: string
  readonly sealed: string
}

export interface PeopleViewStore {
  /** The shown one. */
  find(organizationId: string): Promise<(StoredView & { readonly sealedHead: string }) | undefined>
  /** Writes it in pieces, hidden; `sealHead` is called when all are there, and the view then takes the place of the one before. */
  replace(view: StoredView, pieces: AsyncIterable<ViewPiece>, sealHead: () => Promise<string>): Promise<void>
  /** Of other inputs by which the view would be the same. */
  setFingerprint(id: string, fingerprint: string): Promise<void>
  /** Pieces of a list from a position on. @param marks only those with at least one of these bits; 0: all */
  pieces(
    id: string,
    of: { readonly list: ViewList; readonly from: number; readonly marks: number; readonly limit: number },
  ): Promise<readonly ViewPiece[]>
  /** The pieces of a list that begin at some positions. */
  piecesAt(id: string, list: ViewList, positions: readonly number[]): Promise<readonly ViewPiece[]>
  /** The last piece that begins at a key or before. */
  findPiece(id: string, list: ViewList, key: string): Promise<ViewPiece | undefined>
  /** Removes some of what an organization has. `rows` is 0 when nothing is left. */
  dropSome(organizationId: string, rows: number): Promise<{ readonly rows: number; readonly gone: number }>
  /** The same for views from before a time that are hidden, and for organizations that keep no records of people. */
  dropLeftovers(beforeMs: number, rows: number): Promise<{ readonly rows: number; readonly gone: number }>
}

/** The most entries of one piece. It is opened whole, also for one account of a person. */
export const viewPieceMax = 25
