import { depthMax, itemBytesMax } from '../limits.ts'
import { createRefusal } from '../refuse-file.ts'

/** Where a part stands: member names, `*` for any member or element, `**` for any way down. */
export type JsonPattern = readonly string[]

/** A value of the document that a pattern asks for. */
export interface JsonPart {
  /** Which pattern, by its index. */
  readonly pattern: number
  /** Names of members and indexes of elements from the root. */
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

interface PatternPlace {
  readonly pattern: number
  readonly position: number
}

interface Container {
  readonly isArray: boolean
  readonly places: readonly PatternPlace[]
  index: number
  key: string
}

export interface JsonPartsOptions {
  /** Documents may follow each other: JSON lines. @default false */
  readonly isMany?: boolean | undefined
}

type Expecting = 'value' | 'first' | 'key' | 'colon' | 'comma' | 'end'

const quote = 0x22
const backslash = 0x5c
const openObject = 0x7b
const closeObject = 0x7d
const openArray = 0x5b
const closeArray = 0x5d
const comma = 0x2c
const colon = 0x3a

/**
 * Finds the parts of a JSON document while its bytes arrive. A part is parsed by `JSON.parse`; what no pattern asks for is passed over, and
 * only its brackets and texts are looked at. So memory holds one part at a time, however large the document is.
 */
class JsonPartReader {
  readonly #patterns: readonly JsonPattern[]
  readonly #isMany: boolean
  readonly #stack: Container[] = []
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #expecting: Expecting = 'value'
  #begun = false
  #documents = 0
  /** Of the value or text that is being read: whether it is kept, and its pieces of earlier chunks. */
  #pieces: Uint8Array[] = []
  #pieceBytes = 0
  #target: 'part' | 'key' | 'nothing' | undefined
  #part: PatternPlace[] = []
  #depth = 0
  #isInText = false
  #isEscaped = false
  #isScalar = false

  constructor(patterns: readonly JsonPattern[], { isMany = false }: JsonPartsOptions = {}) {
    this.#patterns = patterns
    this.#isMany = isMany
  }

  /** @throws CheckwrightError `IMPORT_REFUSED` for what is no JSON, or too deep, or one part too large */
  feed(chunk: Uint8Array): JsonPart[] {
    const parts: JsonPart[] = []
    let at = this.#skipMark(chunk)
    let from = this.#target === undefined ? -1 : at
    while (at < chunk.length) {
      if (this.#target !== undefined) {
        const end = this.#findEnd(chunk, at)
        if (end < 0) break
        const bytes = this.#take(chunk, from, end)
        if (this.#target === 'key') this.#endKey(bytes)
        else this.#endValue(bytes, parts)
        at = end
        from = -1
        continue
      }
      const byte = chunk[at] as number
      if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
        at++
        continue
      }
      at = this.#step(byte, at)
      from = this.#target === undefined ? -1 : at
    }
    if (this.#target !== undefined && from >= 0) this.#hold(chunk.subarray(from))
    return parts
  }

  /** After the last chunk. @throws CheckwrightError `IMPORT_REFUSED` for a document that is cut off */
  end(): JsonPart[] {
    const parts: JsonPart[] = []
    if (this.#target !== undefined && this.#isScalar && this.#stack.length === 0)
      this.#endValue(this.#take(new Uint8Array(), 0, 0), parts)
    if (this.#target !== undefined || this.#stack.length > 0)
      throw createRefusal('The file is cut off: its JSON has no end. Nothing of it was imported.')
    if (this.#documents === 0) throw createRefusal('The file is empty.')
    return parts
  }

  #skipMark(chunk: Uint8Array): number {
    if (this.#begun || chunk.length === 0) return 0
    this.#begun = true
    if ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff))
      throw createRefusal('The file is UTF-16. Save it as UTF-8.')
    return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0
  }

  /** One sign outside of values that are kept or passed over. @returns where to go on */
  #step(byte: number, at: number): number {
    const top = this.#stack.at(-1)
    switch (this.#expecting) {
      case 'end':
        if (!this.#isMany)
          throw createRefusal('Something follows the end of the JSON. Import one file of one tool at a time.')
        this.#expecting = 'value'
        return at
      case 'colon':
        if (byte !== colon) throw createMalformed(byte)
        this.#expecting = 'value'
        return at + 1
      case 'comma':
        if (byte === comma) {
          this.#expecting = top?.isArray ? 'value' : 'key'
          if (top) top.index++
          return at + 1
        }
        return this.#close(byte, at)
      case 'first':
        if (byte === closeObject || byte === closeArray) return this.#close(byte, at)
        this.#expecting = top?.isArray ? 'value' : 'key'
        return at
      case 'key':
        if (byte !== quote) throw createMalformed(byte)
        this.#begin('key', { isScalar: false })
        return at
      case 'value':
        return this.#beginValue(byte, at)
    }
  }

  #close(byte: number, at: number): number {
    const top = this.#stack.pop()
    if (!top || byte !== (top.isArray ? closeArray : closeObject)) throw createMalformed(byte)
    this.#endsValue()
    return at + 1
  }

  #endsValue(): void {
    const isWhole = this.#stack.length === 0
    if (isWhole) this.#documents++
    this.#expecting = isWhole ? 'end' : 'comma'
  }

  #beginValue(byte: number, at: number): number {
    const places = this.#placesHere()
    const found = places.filter(({ pattern, position }) => position === this.#patterns[pattern]?.length)
    const isContainer = byte === openObject || byte === openArray
    if (found.length === 0 && isContainer && places.length > 0) {
      if (this.#stack.length >= depthMax) throw createTooDeep()
      this.#stack.push({ isArray: byte === openArray, places, index: 0, key: '' })
      this.#expecting = 'first'
      return at + 1
    }
    if (byte === closeObject || byte === closeArray || byte === comma || byte === colon) throw createMalformed(byte)
    this.#part = found
    this.#begin(found.length > 0 ? 'part' : 'nothing', { isScalar: !isContainer && byte !== quote })
    return at
  }

  #placesHere(): readonly PatternPlace[] {
    const top = this.#stack.at(-1)
    if (!top) return this.#patterns.map((_, pattern) => ({ pattern, position: 0 }))
    const here: PatternPlace[] = []
    for (const { pattern, position } of top.places) {
      let next = position
      const segments = this.#patterns[pattern] ?? []
      if (segments[next] === '**') {
        here.push({ pattern, position })
        next++
      }
      const segment = segments[next]
      if (segment === '*' || (segment !== undefined && !top.isArray && segment === top.key))
        here.push({ pattern, position: next + 1 })
    }
    return here
  }

  #begin(target: 'part' | 'key' | 'nothing', { isScalar }: { readonly isScalar: boolean }): void {
    this.#target = target
    this.#isScalar = isScalar
    this.#depth = 0
    this.#isInText = false
    this.#isEscaped = false
    this.#pieceBytes = 0
  }

  /** Where the value that is being read ends, behind its last byte; -1: not in this chunk. */
  #findEnd(chunk: Uint8Array, from: number): number {
    let depth = this.#depth
    let isInText = this.#isInText
    let isEscaped = this.#isEscaped
    const length = chunk.length
    let at = from
    if (this.#isScalar) {
      for (; at < length; at++) {
        const byte = chunk[at] as number
        if (byte === comma || byte === closeObject || byte === closeArray || byte <= 0x20) return at
        if (byte === quote || byte === openObject || byte === openArray) throw createMalformed(byte)
      }
      return -1
    }
    for (; at < length; at++) {
      const byte = chunk[at] as number
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) {
          isInText = false
          if (depth === 0) return at + 1
        }
      } else if (byte === quote) isInText = true
      else if (byte === openObject || byte === openArray) {
        if (++depth > depthMax) throw createTooDeep()
      } else if ((byte === closeObject || byte === closeArray) && --depth <= 0) return at + 1
    }
    this.#depth = depth
    this.#isInText = isInText
    this.#isEscaped = isEscaped
    return -1
  }

  #hold(bytes: Uint8Array): void {
    this.#pieceBytes += bytes.length
    if (this.#target === 'nothing') return
    this.#demandSize()
    // The reader of the file may use its buffer again.
    this.#pieces.push(bytes.slice())
  }

  #demandSize(): void {
    if (this.#pieceBytes > itemBytesMax)
      throw createRefusal(`One entry of the file has more than ${itemBytesMax / 1024 ** 2} MB, which no result has.`)
  }

  #take(chunk: Uint8Array, from: number, end: number): Uint8Array {
    if (this.#target === 'nothing') return chunk.subarray(0, 0)
    const last = chunk.subarray(from, end)
    this.#pieceBytes += last.length
    this.#demandSize()
    if (this.#pieces.length === 0) return last
    const bytes = Buffer.concat([...this.#pieces, last])
    this.#pieces = []
    return bytes
  }

  #endKey(bytes: Uint8Array): void {
    this.#target = undefined
    const top = this.#stack.at(-1)
    if (top) top.key = String(this.#parse(bytes))
    this.#expecting = 'colon'
  }

  #endValue(bytes: Uint8Array, parts: JsonPart[]): void {
    const isPart = this.#target === 'part'
    this.#target = undefined
    if (isPart) {
      const value = this.#parse(bytes)
      const path = this.#stack.map(({ isArray, index, key }) => (isArray ? index : key))
      for (const { pattern } of this.#part) parts.push({ pattern, path, value })
    }
    this.#endsValue()
  }

  #parse(bytes: Uint8Array): unknown {
    let text: string
    try {
      text = this.#decoder.decode(bytes)
    } catch {
      throw createRefusal('The file is not UTF-8.')
    }
    try {
      return JSON.parse(text)
    } catch {
      throw createRefusal('The file has a value that is no JSON.')
    }
  }
}

function createMalformed(byte: number): ReturnType<typeof createRefusal> {
  const sign = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16)}`
  return createRefusal(`The file is no JSON: ${sign} stands where it cannot.`)
}

function createTooDeep(): ReturnType<typeof createRefusal> {
  return createRefusal(`The file has more than ${depthMax} objects and lists within each other.`)
}

/** The parts of a document, in batches as they arrive. */
export async function* readJsonParts(
  bytes: AsyncIterable<Uint8Array>,
  patterns: readonly JsonPattern[],
  options?: JsonPartsOptions,
): AsyncGenerator<readonly JsonPart[], void, undefined> {
  const reader = new JsonPartReader(patterns, options)
  for await (const chunk of bytes) {
    const parts = reader.feed(chunk)
    if (parts.length > 0) yield parts
  }
  const last = reader.end()
  if (last.length > 0) yield last
}
