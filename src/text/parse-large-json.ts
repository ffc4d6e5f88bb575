import { parseExactJson } from './parse-exact-json.ts'
import { pieceLength, type WorkInPieces } from './work-in-pieces.ts'

/** Lists and members are taken apart so deep; what is large further inside is read at once. A text is looked through once for each. */
const depthMax = 6

/**
 * The same value as of `parseExactJson`, read in pieces: lists and members that are long are read some items at a time.
 * @throws SyntaxError for text that is not JSON, without a part of it, and RangeError for JSON that is nested too deeply
 */
export function* parseLargeJson(text: string): WorkInPieces<unknown> {
  return yield* parsePart(text, depthMax)
}

function* parsePart(text: string, depth: number): WorkInPieces<unknown> {
  const part = text.length > pieceLength && depth > 0 ? trimJson(text) : text
  const isList = part.startsWith('[') && part.endsWith(']')
  const isObject = part.startsWith('{') && part.endsWith('}')
  if (part.length <= pieceLength || depth === 0 || !(isList || isObject)) return parseExactJson(part)
  const list: unknown[] = []
  const object: Record<string, unknown> = {}
  for (let from = 1; from < part.length; ) {
    const { to, isAlone } = yield* findEnd(part, from)
    const items = part.slice(from, to)
    if (items.trim() === '') {
      // A comma with nothing behind it is a mistake; an empty list may have blanks.
      if (from === 1 && to === part.length - 1) return parseExactJson(part)
      throw new SyntaxError('The text is not JSON.')
    }
    if (isList) {
      if (isAlone) list.push(yield* parsePart(items, depth - 1))
      else for (const item of parseExactJson(`[${items}]`) as readonly unknown[]) list.push(item)
    } else if (isAlone) {
      const colon = findColon(items)
      const [name = ''] = parseExactJson(`[${items.slice(0, colon)}]`) as readonly string[]
      if (typeof name !== 'string') throw new SyntaxError('The text is not JSON.')
      setMember(object, name, yield* parsePart(items.slice(colon + 1), depth - 1))
    } else
      for (const [name, value] of Object.entries(parseExactJson(`{${items}}`) as object)) setMember(object, name, value)
    yield
    from = to + 1
  }
  return isList ? list : object
}

/** Other blanks than these are no part of JSON. */
function trimJson(text: string): string {
  return text.replace(/^[ \t\n\r]+/, '').replace(/(?<![ \t\n\r])[ \t\n\r]+$/, '')
}

interface ItemsEnd {
  /** The comma behind them, or the sign that closes all. */
  readonly to: number
  /** Whether it is one item that is longer than a piece. */
  readonly isAlone: boolean
}

/** Where some items end that are read together: as many as fit into a piece, or one. */
function* findEnd(text: string, from: number): WorkInPieces<ItemsEnd> {
  const last = text.length - 1
  let end = from
  let depth = 0
  let looked = from
  for (let at = from; at < last; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = findTextEnd(text, at)
    else if (code === openList || code === openObject) depth++
    else if (code === closeList || code === closeObject) depth--
    else if (code === comma && depth === 0) {
      if (at - from > pieceLength) return end === from ? { to: at, isAlone: true } : { to: end, isAlone: false }
      end = at
    }
    if (at - looked > pieceLength) {
      // Long enough to be read without what follows.
      if (end > from) return { to: end, isAlone: false }
      looked = at
      yield
    }
  }
  const isLong = last - from > pieceLength
  return isLong && end > from ? { to: end, isAlone: false } : { to: last, isAlone: isLong }
}

/** The quote that closes a text; the end of all if none does. */
function findTextEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return at
  }
  return text.length
}

/** The colon behind the name of a member. */
function findColon(member: string): number {
  const begin = member.indexOf('"')
  const colon = begin === -1 ? -1 : member.indexOf(':', findTextEnd(member, begin))
  if (colon === -1) throw new SyntaxError('The text is not JSON.')
  return colon
}

/** As `JSON.parse` makes it: `__proto__` is a name like others. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  else object[name] = value
}

const quote = 0x22
const comma = 0x2c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
const backslash = 0x5c
