/**
 * Goes through a text from one character that is written as numbers, or that stands in between, to the next. No run of backslashes,
 * percent signs or zeros is read more than a few times, so the time grows with the text alone.
 */
export class EscapeReader {
  readonly #text: string
  #start = 0
  #end = 0
  #decoded = ''
  #byte = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Where the escape begins. */
  get start(): number {
    return this.#start
  }

  get end(): number {
    return this.#end
  }

  /** What it means: bytes beyond ASCII that stand together are decoded together. */
  get decoded(): string {
    return this.#decoded
  }

  /**
   * Goes to the next escape that begins before an index. False if there is none; then it goes on from there.
   * @param until @default the end of the text
   */
  next(until = this.#text.length): boolean {
    const text = this.#text
    const stop = Math.min(until, text.length)
    for (let at = this.#end; at < stop; at++) {
      const sign = text.charCodeAt(at)
      if (sign > backslash || isSign[sign] === 0) continue
      const end = this.#read(sign, at)
      if (end === none) continue
      this.#start = at
      this.#end = end
      return true
    }
    this.#end = Math.max(this.#end, stop)
    return false
  }

  /** @returns the end of the escape that begins here, or `none` */
  #read(sign: number, at: number): number {
    switch (sign) {
      case percent:
        return this.#readBytes(at) || this.#readPercent(at)
      case backslash:
        if (this.#text.charCodeAt(at - 1) === backslash) return none
        return this.#readBytes(at) || this.#readBackslash(at) || this.#readLineOfBase64(at)
      case equals:
        return this.#readMail(at)
      case ampersand:
        return this.#readMarkup(at)
      case zero:
        return this.#readZeros(at)
      default:
        return this.#readLineOfBase64(at)
    }
  }

  #found(code: number, end: number): number {
    this.#decoded =
      code <= 0xffff ? String.fromCharCode(code) : code > lastCodePoint ? '\ufffd' : String.fromCodePoint(code)
    return end
  }

  #foundBytes(bytes: readonly number[], end: number): number {
    // A byte beyond ASCII alone is no character.
    this.#decoded = bytes.length === 1 ? '\ufffd' : Buffer.from(bytes).toString('utf8')
    return end
  }

  #foundNothing(end: number): number {
    if (end !== none) this.#decoded = ''
    return end
  }

  /** Bytes of characters beyond ASCII, in URLs and programs, there also with octal digits. */
  #readBytes(at: number): number {
    let end = this.#readByte(at)
    if (end === none) return none
    const bytes: number[] = []
    for (let next = end; next !== none; next = this.#readByte(end)) {
      end = next
      bytes.push(this.#byte)
    }
    return this.#foundBytes(bytes, end)
  }

  #readByte(at: number): number {
    const text = this.#text
    const sign = text.charCodeAt(at)
    if (sign === percent) {
      const digits = skipEscapedPercents(text, at + 1)
      this.#byte = readOctet(text, digits)
      return this.#byte > lastOfAscii ? digits + 2 : none
    }
    if (sign !== backslash || text.charCodeAt(at - 1) === backslash) return none
    const mark = skipBackslashes(text, at)
    this.#byte = isLetter(text, mark, 'x') ? readOctet(text, mark + 1) : readOctal(text, mark)
    return this.#byte > lastOfAscii ? mark + 3 : none
  }

  /** URLs. In another URL, a percent sign is an escape too. */
  #readPercent(at: number): number {
    const text = this.#text
    const digits = skipEscapedPercents(text, at + 1)
    const octet = readOctet(text, digits)
    if (octet >= 0) return this.#found(octet, digits + 2)
    const unit = isLetter(text, digits, 'u') ? readUnit(text, digits + 1) : -1
    if (unit >= 0) return this.#found(unit, digits + 5)
    return digits > at + 1 ? this.#found(percent, digits) : none
  }

  /** JSON and programs, there also with octal digits. JSON within JSON has more backslashes. */
  #readBackslash(at: number): number {
    const text = this.#text
    const mark = skipBackslashes(text, at)
    if (isLetter(text, mark, 'u')) {
      const unit = readUnit(text, mark + 1)
      return unit >= 0 ? this.#found(unit, mark + 5) : this.#readBraces(mark + 1)
    }
    const code = isLetter(text, mark, 'x') ? readOctet(text, mark + 1) : readOctal(text, mark)
    return code >= 0 ? this.#found(code, mark + 3) : none
  }

  /** Six digits between braces, and up to eight zeros before them. */
  #readBraces(at: number): number {
    if (this.#text.charCodeAt(at) !== openingBrace) return none
    const { end, code, count } = this.#readDigits(at + 1, 16, 14)
    const isCode = count > 0 && (count <= 6 || code < 16 ** 6)
    return isCode && this.#text.charCodeAt(end) === closingBrace ? this.#found(code, end + 1) : none
  }

  /** HTML and XML. */
  #readMarkup(at: number): number {
    const text = this.#text
    let sign = at + 1
    while (
      isLetter(text, sign, 'a') &&
      isLetter(text, sign + 1, 'm') &&
      isLetter(text, sign + 2, 'p') &&
      text[sign + 3] === ';'
    )
      sign += 4
    if (text[sign] !== '#') return none
    const isHex = isLetter(text, sign + 1, 'x')
    const { end, code, count } = this.#readDigits(isHex ? sign + 2 : sign + 1, isHex ? 16 : 10, 10)
    if (count === 0 || (isHex && readDigit(text, end) >= 0)) return none
    return this.#found(code, text[end] === ';' ? end + 1 : end)
  }

  #readDigits(start: number, base: number, countMax: number) {
    let end = start
    let code = 0
    for (; end < start + countMax; end++) {
      const digit = readDigit(this.#text, end)
      if (digit < 0 || digit >= base) break
      code = code * base + digit
    }
    return { end, code, count: end - start }
  }

  /**
   * Bytes in mails (RFC 2045 §6.7). One alone looks like the value of a parameter, unless it is the sign itself. Lines of mails may
   * break anywhere.
   */
  #readMail(at: number): number {
    const text = this.#text
    const bytes: number[] = []
    let end = at
    while (text.charCodeAt(end) === equals) {
      const octet = readOctet(text, end + 1)
      if (octet < 0) break
      bytes.push(octet)
      end += 3
    }
    if (bytes.length > 1) return this.#foundBytes(bytes, end)
    if (bytes.length === 1) return bytes[0] === equals ? this.#found(equals, end) : none
    return this.#foundNothing(skipLineBreak(text, at + 1))
  }

  /** Half of UTF-16 where it is read as something else. */
  #readZeros(at: number): number {
    let end = at
    while (this.#text.charCodeAt(end) === zero) end++
    return this.#foundNothing(end)
  }

  /** Base64 in lines, as vendors send files and mails: GitHub breaks after 60 characters, PEM after 64, MIME after 76. */
  #readLineOfBase64(at: number): number {
    const end = skipLineBreak(this.#text, at)
    return end !== none && endsLineOfBase64(this.#text, end) ? this.#foundNothing(end) : none
  }
}

const none = 0
const zero = 0x00
const lineFeed = 0x0a
const carriageReturn = 0x0d
const percent = 0x25
const ampersand = 0x26
const equals = 0x3d
const backslash = 0x5c
const openingBrace = 0x7b
const closingBrace = 0x7d
const lastOfAscii = 0x7f
const lastCodePoint = 0x10ffff

/** Of each character up to the backslash, whether an escape may begin with it. */
const isSign = new Uint8Array(backslash + 1)
for (const sign of [zero, lineFeed, carriageReturn, percent, ampersand, equals, backslash]) isSign[sign] = 1

const digitValues = new Int8Array(128).fill(-1)
for (let digit = 0; digit < 16; digit++) {
  const written = digit.toString(16)
  for (const each of [written, written.toUpperCase()]) digitValues[each.charCodeAt(0)] = digit
}

/** A hexadecimal digit, or -1. */
function readDigit(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 128 ? (digitValues[code] ?? -1) : -1
}

/** Two hexadecimal digits, or -1. */
function readOctet(text: string, at: number): number {
  const high = readDigit(text, at)
  const low = readDigit(text, at + 1)
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

/** Four hexadecimal digits, or -1. */
function readUnit(text: string, at: number): number {
  const high = readOctet(text, at)
  const low = readOctet(text, at + 2)
  return high < 0 || low < 0 ? -1 : high * 256 + low
}

/** Three octal digits of a byte, or -1. */
function readOctal(text: string, at: number): number {
  const high = readDigit(text, at)
  const middle = readDigit(text, at + 1)
  const low = readDigit(text, at + 2)
  const isOctal = high >= 0 && high < 4 && middle >= 0 && middle < 8 && low >= 0 && low < 8
  return isOctal ? high * 64 + middle * 8 + low : -1
}

/** @param small a small letter; a capital is the same */
function isLetter(text: string, at: number, small: string): boolean {
  return (text.charCodeAt(at) | 0x20) === small.charCodeAt(0)
}

function skipBackslashes(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === backslash) end++
  return end
}

function skipEscapedPercents(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === 0x32 && text.charCodeAt(end + 1) === 0x35) end += 2
  return end
}

/** @returns the end of a line break, also of one that JSON or a program escapes, or `none` */
function skipLineBreak(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === lineFeed) return at + 1
  if (code === carriageReturn) return text.charCodeAt(at + 1) === lineFeed ? at + 2 : none
  if (code !== backslash) return none
  let letter = skipBackslashes(text, at)
  if (isLetter(text, letter, 'r') && text.charCodeAt(letter + 1) === backslash)
    letter = skipBackslashes(text, letter + 1)
  return isLetter(text, letter, 'n') ? letter + 1 : none
}

const lineOfBase64 = 60

/** @param end of a line break */
function endsLineOfBase64(text: string, end: number): boolean {
  let at = end - 1
  if (text.charCodeAt(at) === lineFeed) {
    if (text.charCodeAt(at - 1) === carriageReturn) at--
  } else {
    at = skipBackslashesBefore(text, at)
    if (isLetter(text, at - 1, 'r') && text.charCodeAt(at - 2) === backslash) at = skipBackslashesBefore(text, at - 1)
  }
  for (let before = 1; before <= lineOfBase64; before++) if (!isBase64(text.charCodeAt(at - before))) return false
  return true
}

function skipBackslashesBefore(text: string, at: number): number {
  let start = at
  while (text.charCodeAt(start - 1) === backslash) start--
  return start
}

/** Letter, digit, `_`, `+` or `/`. */
function isBase64(code: number): boolean {
  const letter = code | 0x20
  return (letter >= 0x61 && letter <= 0x7a) || (code >= 0x2f && code <= 0x39) || code === 0x5f || code === 0x2b
}
