import { crc32 } from 'node:zlib'

/**
 * One value of a larger JSON document, on its own lines: a member of a run, a result, an exchange. Changes in a
 * document are found by unit, so that it need not be in memory.
 */
export interface Unit {
  /** Its place in the document, as you write it in code: `checks[2].results[17]`. */
  readonly path: string
  /** Its JSON in the file. */
  readonly text: string
}

/** A part of a unit that was changed. */
export interface FieldChange {
  readonly path: string
  /** Its present value, if it still has one. */
  readonly value?: unknown
  readonly how: 'changed' | 'added' | 'removed' | 'respelled' | 'broken'
}

/**
 * Marks to find a changed value inside a unit: four characters for the text as a whole, then four for every value in
 * it. They show where to look and prove nothing: only the SHA-256 proves that the file was changed.
 */
export function computeMarks(text: string, places = new MarkPlaces()): string {
  return encodeMark(crc32(text)) + places.markLeaves(JSON.parse(text))
}

/** The places of values in units of one form. A unit has those of the unit before it, mostly, so that each is written once. */
export class MarkPlaces {
  readonly #root = createPlace('')
  #room = placesMax

  markLeaves(value: unknown): string {
    return this.#mark(value, this.#root)
  }

  #mark(value: unknown, place: MarkPlace): string {
    if (typeof value !== 'object' || value === null) return encodeLeaf(value, place)
    let marks = ''
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) marks += this.#mark(value[index], this.#find(place, index))
    } else for (const name of Object.keys(value)) marks += this.#mark(Reflect.get(value, name), this.#find(place, name))
    return marks === '' ? encodeLeaf(value, place) : marks
  }

  #find(parent: MarkPlace, step: string | number): MarkPlace {
    const known = parent.inside.get(step)
    if (known) return known
    const place = createPlace(joinStep(parent.path, step))
    if (place.path.length <= pathLengthMax && this.#room-- > 0) parent.inside.set(step, place)
    return place
  }
}

/** Names that each unit has of its own, such as addresses of people, are not worth a place in memory, and a stranger's names may be long. */
const placesMax = 10_000
const pathLengthMax = 500

interface MarkPlace {
  readonly path: string
  /** CRC-32 of what stands before the value in the text of a leaf. */
  readonly sum: number
  readonly inside: Map<string | number, MarkPlace>
}

function createPlace(path: string): MarkPlace {
  return { path, sum: crc32(`${path}\n`), inside: new Map() }
}

/** The differences between a unit and its state when its marks were made. */
export function listChanges({ path, text }: Unit, marks: string): readonly FieldChange[] {
  const [whole, ...were] = splitMarks(marks)
  if (encodeMark(crc32(text)) === whole) return []
  let leaves: readonly Leaf[]
  try {
    leaves = listLeaves(JSON.parse(text))
  } catch {
    return [{ path, how: 'broken' }]
  }
  const are = leaves.map(({ path: at, value }) => encodeLeaf(value, createPlace(at)))
  const from = countCommonStart(are, were)
  const end = countCommonStart(are.slice(from).reverse(), were.slice(from).reverse())
  const changed = leaves.slice(from, leaves.length - end)
  const gone = were.slice(from, were.length - end)
  if (changed.length === 0 && gone.length === 0) return [{ path, how: 'respelled' }]
  const pathOf = (leaf: Leaf | undefined) => (leaf ? joinMemberPath(path, leaf.path) : path)
  if (changed.length === gone.length)
    return changed.flatMap((leaf, index) =>
      are[from + index] === gone[index] ? [] : [{ path: pathOf(leaf), value: leaf.value, how: 'changed' as const }],
    )
  if (gone.length === 0) return changed.map((leaf) => ({ path: pathOf(leaf), value: leaf.value, how: 'added' }))
  if (changed.length === 0) return [{ path, how: 'removed' }]
  return [{ path: pathOf(changed[0]), value: changed[0]?.value, how: 'changed' }]
}

/** How many elements two lists share from their start. */
export function countCommonStart(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length)
  let common = 0
  while (common < length && a[common] === b[common]) common++
  return common
}

interface Leaf {
  readonly path: string
  readonly value: unknown
}

/** Texts, numbers, booleans and nulls, and empty lists and records, in the order of the text. */
function listLeaves(value: unknown, path = '', found: Leaf[] = []): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) found.push({ path, value })
  else if (Array.isArray(value)) {
    if (value.length === 0) found.push({ path, value })
    for (const [index, member] of value.entries()) listLeaves(member, joinStep(path, index), found)
  } else {
    const members = Object.entries(value)
    if (members.length === 0) found.push({ path, value })
    for (const [name, member] of members) listLeaves(member, joinStep(path, name), found)
  }
  return found
}

/** @param step the name of a member, or the number of an element */
function joinStep(path: string, step: string | number): string {
  return typeof step === 'number' ? `${path}[${step}]` : joinMemberPath(path, formatMemberPath(step))
}

function formatMemberPath(name: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(name) ? name : `[${JSON.stringify(name)}]`
}

function joinMemberPath(path: string, member: string): string {
  return path === '' || member === '' || member.startsWith('[') ? `${path}${member}` : `${path}.${member}`
}

function encodeLeaf(value: unknown, { sum }: MarkPlace): string {
  return encodeMark(crc32(JSON.stringify(value), sum))
}

/** The lower 24 bits of a CRC-32, which is four characters of base64 and costs next to nothing. */
function encodeMark(sum: number): string {
  return (pairs[(sum >>> 12) & 4095] ?? '') + (pairs[sum & 4095] ?? '')
}

/** Of base64url (RFC 4648 §5). */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const pairs = [...alphabet].flatMap((first) => [...alphabet].map((second) => first + second))

function splitMarks(marks: string): readonly string[] {
  return marks.match(/.{4}/gs) ?? []
}
