import { depthMax, itemBytesMax } from '../limits.ts'
import { createRefusal } from '../refuse-file.ts'

/** Where a tag stands in the text of the document, in UTF-16 units. An empty tag opens and closes at one place. */
export interface TagPlace {
  readonly from: number
  readonly to: number
}

/** What a document says, one after the other. */
export type XmlEvent =
  | ({
      readonly kind: 'open'
      readonly name: string
      readonly attributes: Readonly<Record<string, string>>
    } & TagPlace)
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'close'; readonly name: string } & TagPlace)

/**
 * Reads XML 1.0 without a document type, so there are no entities but the five of XML and numbers. Names keep their prefix. Comments and
 * processing instructions are passed over.
 */
class XmlTags {
  readonly #open: string[] = []
  #rest = ''
  /** How much text stands before `#rest`. */
  #passed = 0
  #roots = 0

  /** @throws CheckwrightError `IMPORT_REFUSED` */
  feed(text: string): XmlEvent[] {
    const events: XmlEvent[] = []
    const all = this.#rest + text
    let at = 0
    while (at < all.length) {
      const next = all[at] === '<' ? this.#readMarkup(all, at, events) : this.#readText(all, at, events)
      if (next < 0) break
      at = next
    }
    this.#rest = all.slice(at)
    this.#passed += at
    if (this.#rest.length > itemBytesMax) throw createRefusal('One text of the file is larger than any result has.')
    return events
  }

  /** @throws CheckwrightError `IMPORT_REFUSED` for a document that is cut off */
  end(): void {
    if (this.#open.length > 0 || this.#rest.trim() !== '')
      throw createRefusal('The file is cut off: its XML has no end. Nothing of it was imported.')
    if (this.#roots === 0) throw createRefusal('The file is empty.')
  }

  /** @returns where to go on; -1: it does not end in this text */
  #readText(all: string, at: number, events: XmlEvent[]): number {
    const end = all.indexOf('<', at)
    if (end < 0) return -1
    const text = all.slice(at, end)
    if (this.#open.length > 0) events.push({ kind: 'text', text: decodeReferences(text) })
    else if (text.replace(/^\ufeff/, '').trim() !== '') throw createMalformed('text outside of its root')
    return end
  }

  #readMarkup(all: string, at: number, events: XmlEvent[]): number {
    if (all.startsWith('<!--', at)) return findEnd(all, '-->', at + 4)
    if (all.startsWith('<![CDATA[', at)) {
      const end = findEnd(all, ']]>', at + 9)
      if (end > 0 && this.#open.length === 0) throw createMalformed('text outside of its root')
      if (end > 0) events.push({ kind: 'text', text: all.slice(at + 9, end - 3) })
      return end
    }
    if (all.startsWith('<?', at)) return findEnd(all, '?>', at + 2)
    if (all.startsWith('<!', at)) {
      if (all.length - at < '<![CDATA['.length) return -1
      throw createRefusal('The file has a document type (<!DOCTYPE …>), which can name other files. It is refused.')
    }
    const end = findTagEnd(all, at)
    if (end < 0) return -1
    this.#readTag(all.slice(at + 1, end - 1), events, { from: this.#passed + at, to: this.#passed + end })
    return end
  }

  #readTag(tag: string, events: XmlEvent[], { from, to }: TagPlace): void {
    if (tag.startsWith('/')) {
      const name = tag.slice(1).trim()
      if (this.#open.pop() !== name) throw createMalformed(`</${name.slice(0, 40)}> where another tag is open`)
      events.push({ kind: 'close', name, from, to })
      return
    }
    const isEmpty = tag.endsWith('/')
    const [, name, rest = ''] = /^([A-Za-z_:][\w:.-]*)(\s[\s\S]*)?$/.exec(isEmpty ? tag.slice(0, -1) : tag) ?? []
    if (name === undefined) throw createMalformed(`<${tag.slice(0, 40)}>`)
    if (this.#open.length === 0 && this.#roots++ > 0)
      throw createRefusal('Something follows the end of the XML. Import one file of one tool at a time.')
    events.push({ kind: 'open', name, attributes: readAttributes(rest), from, to })
    if (isEmpty) events.push({ kind: 'close', name, from, to })
    else if (this.#open.push(name) > depthMax) throw createMalformed(`more than ${depthMax} tags within each other`)
  }
}

function findEnd(all: string, mark: string, from: number): number {
  const end = all.indexOf(mark, from)
  return end < 0 ? -1 : end + mark.length
}

/** A `>` within quotes is no end. */
function findTagEnd(all: string, at: number): number {
  let quoted = ''
  for (let index = at + 1; index < all.length; index++) {
    const sign = all[index] as string
    if (quoted !== '') {
      if (sign === quoted) quoted = ''
    } else if (sign === '"' || sign === "'") quoted = sign
    else if (sign === '>') return index + 1
    else if (sign === '<') throw createMalformed('"<" within a tag')
  }
  return -1
}

function readAttributes(text: string): Readonly<Record<string, string>> {
  const attributes = new Map<string, string>()
  let rest = text
  while (rest.trim() !== '') {
    const [whole, name, double, single] = /^\s+([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/.exec(rest) ?? []
    if (whole === undefined || name === undefined) throw createMalformed('an attribute that cannot be read')
    if (attributes.has(name)) throw createMalformed(`two attributes "${name.slice(0, 40)}" in one tag`)
    attributes.set(name, decodeReferences(double ?? single ?? ''))
    rest = rest.slice(whole.length)
  }
  return Object.fromEntries(attributes)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[\da-fA-F]{1,6}|#\d{1,7}|\w{1,32});|&/g, (whole, name: string | undefined) => {
    if (name === undefined) throw createMalformed('"&" that begins no reference')
    if (!name.startsWith('#')) {
      const sign = entities[name]
      if (sign === undefined) throw createMalformed(`${whole}, which XML does not have`)
      return sign
    }
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw createMalformed(`${whole}, which is no character`)
    return String.fromCodePoint(code)
  })
}

function createMalformed(what: string): ReturnType<typeof createRefusal> {
  return createRefusal(`The file is no XML that can be read: ${what}.`)
}

/** The tags of a document, in batches as they arrive. */
export async function* readXmlTags(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly XmlEvent[], void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const tags = new XmlTags()
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw createRefusal('The file is not UTF-8.')
    }
  }
  for await (const chunk of bytes) {
    const events = tags.feed(decode(chunk))
    if (events.length > 0) yield events
  }
  const last = tags.feed(decode())
  if (last.length > 0) yield last
  tags.end()
}
