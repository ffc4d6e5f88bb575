import {
  type StoredView,
  type ViewList,
  type ViewPiece,
  viewPieceMax,
} from '../../crosscheck/people/people-view-store.ts'
import { StoreError } from '../../errors/index.ts'
import { toPlace, type ViewParts } from './keep-view.ts'

/** An entry of a list of a view. */
export interface ViewEntry<T> {
  readonly position: number
  readonly marks: number
  readonly value: T
}

/** A page of a list. */
export interface ViewPage<T> {
  readonly entries: readonly ViewEntry<T>[]
  /** Where the next page begins; undefined: this is the last one. */
  readonly next: number | undefined
}

export interface ViewPageQuery {
  /** Position of the first one. */
  readonly from: number
  /** Position after the last one. @default the end of the list */
  readonly to?: number | undefined
  readonly limit: number
  /** Only those with at least one of these bits; 0: all. */
  readonly marks: number
}

const piecesAtOnce = 16

/** Entries of a list from a position on. Pieces in which nothing is looked for are not opened. */
export async function readViewPage<T>(
  parts: ViewParts,
  view: StoredView,
  list: ViewList,
  { from, to = Number.POSITIVE_INFINITY, limit, marks }: ViewPageQuery,
): Promise<ViewPage<T>> {
  const entries: ViewEntry<T>[] = []
  let next = from
  // One more entry than fits says that there is another page.
  const needed = Math.ceil(((from % viewPieceMax) + limit + 1) / viewPieceMax)
  const atOnce = marks === 0 ? needed : piecesAtOnce
  for (let opened = 0; opened < piecesMax; ) {
    const pieces = await parts.store.peopleViews.pieces(view.id, { list, from: next, marks, limit: atOnce })
    for (const piece of pieces) {
      opened++
      const texts = await openPiece(parts, view, piece)
      for (let position = Math.max(next, piece.position); position < piece.position + piece.count; position++) {
        const entry = parseEntry<T>(piece, texts, position)
        if (marks !== 0 && (entry.marks & marks) === 0) continue
        if (position >= to) return { entries, next: undefined }
        if (entries.length === limit) return { entries, next: position }
        entries.push(entry)
      }
      next = piece.position + piece.count
    }
    if (pieces.length < atOnce || next >= to) return { entries, next: undefined }
  }
  // What is looked for is rare: the next page goes on from here.
  return { entries, next }
}

/** The most pieces that one page opens: 20,000 entries. */
const piecesMax = 800

/** What one person has is in as many pieces at most, nearly always. */
const startsAtOnce = 20

/** The entries at some positions, in their order. */
export async function readViewEntries<T>(
  parts: ViewParts,
  view: StoredView,
  list: ViewList,
  positions: readonly number[],
): Promise<ReadonlyMap<number, T>> {
  const found: [number, T][] = []
  const wanted = Map.groupBy(new Set(positions), (position) => position - (position % viewPieceMax))
  const starts = [...wanted.keys()]
  for (let begun = 0; begun < starts.length; begun += startsAtOnce) {
    const some = starts.slice(begun, begun + startsAtOnce)
    const pieces = await parts.store.peopleViews.piecesAt(view.id, list, some)
    if (pieces.length < some.length) throw createGoneError()
    for (const piece of pieces) {
      const texts = await openPiece(parts, view, piece)
      for (const position of wanted.get(piece.position) ?? [])
        found.push([position, parseEntry<T>(piece, texts, position).value])
    }
  }
  return new Map(found.sort(([one], [other]) => one - other))
}

/** Where a person is in their list, by their key; undefined: nowhere. */
export async function findPersonPosition(parts: ViewParts, view: StoredView, key: string): Promise<number | undefined> {
  const piece = await parts.store.peopleViews.findPiece(view.id, 'index', key)
  if (!piece) return undefined
  const texts = await openPiece(parts, view, piece)
  for (const at of texts.keys()) {
    const [each, position] = parseEntry<readonly [string, number]>(piece, texts, piece.position + at).value
    if (each === key) return position
  }
  return undefined
}

/** Each entry is a line: a reader parses those that it wants. */
async function openPiece(
  { vault }: ViewParts,
  view: StoredView,
  { list, position, sealed }: ViewPiece,
): Promise<readonly string[]> {
  return (await vault.open(toPlace(view, `${list} ${position}`), sealed)).split('\n')
}

function parseEntry<T>(piece: Pick<ViewPiece, 'position'>, texts: readonly string[], position: number): ViewEntry<T> {
  const [marks, value] = JSON.parse(texts[position - piece.position] ?? '') as readonly [number, T]
  return { position, marks, value }
}

function createGoneError(): StoreError {
  return new StoreError('The list of people was put together anew while it was read. Ask again.', {
    code: 'STORE_CONFLICT',
    retryable: true,
  })
}
