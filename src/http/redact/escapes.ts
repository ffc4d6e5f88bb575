import { pieceLength, type WorkInPieces } from '../../text/work-in-pieces.ts'
import { EscapeReader } from './escape-reader.ts'

/** A part of a text. */
export interface TextSpan {
  readonly start: number
  /** The index behind it. */
  readonly end: number
}

/** Whether a text may have characters that are written as numbers, or characters in between. False is certain. */
export function mayHoldEscapes(text: string): boolean {
  // To look for the character first takes a tenth of the time of the pattern, and many texts do not have it.
  return (
    (text.includes('%') && /%(?:[0-9a-f]{2}|u[0-9a-f]{4})/i.test(text)) ||
    (text.includes('\\') && /\\(?:[ux]|[0-3][0-7]{2}|n(?<=[\w+/]{60}(?:\\+r)?\\+n))/i.test(text)) ||
    (text.includes('#') && /&(?:amp;)*#/.test(text)) ||
    text.includes('\0') ||
    (text.includes('=') && /=(?:3d|[0-9a-f]{2}=[0-9a-f]{2}|\r?\n|(?:\\+r)?\\+n)/i.test(text)) ||
    (text.includes('\n') && /\n(?<=[\w+/]{60}\r?\n)/.test(text))
  )
}

/** The text with the characters that are meant. It is never longer. */
export function decodeEscapes(text: string): string {
  const reader = new EscapeReader(text)
  if (!reader.next()) return text
  const decoded = new DecodedUnits(text.length)
  let from = 0
  do {
    decoded.add(text, from, reader.start)
    decoded.add(reader.decoded, 0, reader.decoded.length)
    from = reader.end
  } while (reader.next())
  decoded.add(text, from, text.length)
  return decoded.toString()
}

/** The same for a text that may be large. */
export function* decodeEscapesInPieces(text: string): WorkInPieces<string> {
  const reader = new EscapeReader(text)
  let decoded: DecodedUnits | undefined
  let from = 0
  for (let until = pieceLength; from < text.length; until += pieceLength) {
    while (reader.next(until)) {
      // Without an escape, the text is what it is.
      decoded ??= new DecodedUnits(text.length)
      decoded.add(text, from, reader.start)
      decoded.add(reader.decoded, 0, reader.decoded.length)
      from = reader.end
    }
    const end = Math.min(until, text.length)
    if (decoded && end > from) {
      decoded.add(text, from, end)
      from = end
    }
    if (until >= text.length) break
    yield
  }
  return decoded === undefined ? text : decoded.toString()
}

/** A text that is put together from very many parts, which a concatenation would keep each by itself. */
class DecodedUnits {
  readonly #units: Uint16Array
  #length = 0
  #all = 0

  constructor(lengthMax: number) {
    this.#units = new Uint16Array(lengthMax)
  }

  add(text: string, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const unit = text.charCodeAt(at)
      this.#units[this.#length++] = unit
      this.#all |= unit
    }
  }

  toString(): string {
    const units = this.#units.subarray(0, this.#length)
    // Half as large, and faster to search.
    if (this.#all <= 0xff) return Buffer.from(units).toString('latin1')
    return Buffer.from(units.buffer, 0, units.byteLength).toString('utf16le')
  }
}

/**
 * Where parts of the decoded text stand in the text.
 * @param spans of `decodeEscapes(text)`, in their order and without an overlap
 */
export function findEscapedSpans(text: string, spans: readonly TextSpan[]): readonly TextSpan[] {
  const places = new DecodedPlaces(text)
  return spans.map(({ start, end }) => ({ start: places.find(start).start, end: places.find(end - 1).end }))
}

/** Goes through a text once, from character to character of the decoded one. */
class DecodedPlaces {
  readonly #escapes: EscapeReader
  readonly #length: number
  /** The next escape, or the one that has the character that was found last. */
  #escape: TextSpan = { start: 0, end: 0 }
  /** Its place in the decoded text. */
  #decoded: TextSpan = { start: 0, end: 0 }

  constructor(text: string) {
    this.#escapes = new EscapeReader(text)
    this.#length = text.length
  }

  /** @param index in the decoded text, not before that of the last call */
  find(index: number): TextSpan {
    while (index >= this.#decoded.end) this.#move()
    if (index >= this.#decoded.start) return this.#escape
    const start = index + this.#escape.start - this.#decoded.start
    return { start, end: start + 1 }
  }

  #move(): void {
    const isEscape = this.#escapes.next()
    const start = isEscape ? this.#escapes.start : this.#length
    const decodedStart = start - (this.#escape.end - this.#decoded.end)
    const [end, decodedEnd] = isEscape
      ? [this.#escapes.end, decodedStart + this.#escapes.decoded.length]
      : [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    this.#escape = { start, end }
    this.#decoded = { start: decodedStart, end: decodedEnd }
  }
}
