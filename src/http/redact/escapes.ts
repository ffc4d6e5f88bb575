/** A part of a text. */
export interface TextSpan {
  readonly start: number
  /** The index behind it. */
  readonly end: number
}

// No run of backslashes, percent signs or zeros is begun twice, so the time grows with the text alone.
const anyEscape = new RegExp(
  [
    // Bytes of characters beyond ASCII, in URLs and programs, there also with octal digits.
    String.raw`((?:%(?:25)*[89a-f][0-9a-f]|(?<!\\)\\+(?:x[89a-f][0-9a-f]|[23][0-7]{2}))+)`,
    // Bytes in mails (RFC 2045 §6.7). One alone looks like the value of a parameter, unless it is the sign itself.
    '((?:=[0-9a-f]{2}){2,}|=3d)',
    // Lines of mails, which may break anywhere.
    String.raw`=(?:\r?\n|(?:\\+r)?\\+n)`,
    // JSON and programs. JSON within JSON has more backslashes.
    String.raw`(?<!\\)\\+(?:u[0-9a-f]{4}|u\{0{0,8}[0-9a-f]{1,6}\}|x[0-7][0-9a-f])`,
    // Programs, with octal digits.
    String.raw`(?<!\\)\\+[01][0-7]{2}`,
    // URLs. In another URL, a percent sign is an escape too.
    '%(?:25)*(?:[0-7][0-9a-f]|u[0-9a-f]{4})',
    // HTML and XML.
    String.raw`&(?:amp;)*#(?:\d{1,10}|x[0-9a-f]{1,10}(?![0-9a-f]));?`,
    // Half of UTF-16 where it is read as something else.
    String.raw`\0+`,
    // Base64 in lines, as vendors send files and mails: GitHub breaks after 60 characters, PEM after 64, MIME after 76.
    String.raw`(?:\r?\n|(?<!\\)(?:\\+r)?\\+n)(?<=[\w+/]{60}(?:\r?\n|(?:\\+r)?\\+n))`,
  ].join('|'),
  'gi',
)

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
  return text.replace(anyEscape, decodeEscape)
}

function decodeEscape(found: string, bytes: string | undefined, mail: string | undefined): string {
  if (bytes !== undefined || mail !== undefined) {
    const octets = (bytes ?? mail ?? '').replaceAll(/\\+([23][0-7]{2})/g, (_octet, digits: string) =>
      writeOctet(digits),
    )
    return Buffer.from(octets.replaceAll(/%(?:25)*|\\+x|=/gi, ''), 'hex').toString('utf8')
  }
  const octal = /^\\+([01][0-7]{2})$/.exec(found)?.[1]
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
  const digits = /[0-9a-f]+(?=[};]?$)/i.exec(found)?.[0]
  if (digits === undefined) return ''
  const isOctet = found.startsWith('%') && !/u/i.test(found)
  const isDecimal = found.startsWith('&') && !/x/i.test(found)
  const code = Number.parseInt(isOctet ? digits.slice(-2) : digits, isDecimal ? 10 : 16)
  return code > lastCodePoint ? '\ufffd' : String.fromCodePoint(code)
}

function writeOctet(octalDigits: string): string {
  return Number.parseInt(octalDigits, 8).toString(16)
}

const lastCodePoint = 0x10ffff

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
  readonly #escapes: Iterator<RegExpExecArray, undefined>
  readonly #length: number
  /** The next escape, or the one that has the character that was found last. */
  #escape: TextSpan = { start: 0, end: 0 }
  /** Its place in the decoded text. */
  #decoded: TextSpan = { start: 0, end: 0 }

  constructor(text: string) {
    this.#escapes = text.matchAll(anyEscape)
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
    const { value } = this.#escapes.next()
    const start = value?.index ?? this.#length
    const decodedStart = start - (this.#escape.end - this.#decoded.end)
    const [end, decodedEnd] = value
      ? [start + value[0].length, decodedStart + decodeEscape(value[0], value[1], value[2]).length]
      : [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    this.#escape = { start, end }
    this.#decoded = { start: decodedStart, end: decodedEnd }
  }
}
