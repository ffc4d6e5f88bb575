import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EscapeReader } from '../../../src/http/redact/escape-reader.ts'
import { decodeEscapes } from '../../../src/http/redact/escapes.ts'

/** What an escape is, as one pattern. */
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

const listPatternMatches = (text: string) =>
  Array.from(text.matchAll(anyEscape), ({ 0: found, 1: bytes, 2: mail, index }) => ({
    start: index,
    end: index + found.length,
    decoded: decodeEscape(found, bytes, mail),
  }))

function listRead(text: string) {
  const reader = new EscapeReader(text)
  const read: { start: number; end: number; decoded: string }[] = []
  while (reader.next()) read.push({ start: reader.start, end: reader.end, decoded: reader.decoded })
  return read
}

const base64 = 'QUJD'.repeat(15)
const signs = [
  '%',
  '25',
  '%25',
  '\\',
  '\\\\',
  '=',
  '&',
  '&amp;',
  'amp;',
  '#',
  '&#',
  'x',
  'X',
  'u',
  'U',
  '{',
  '}',
  ';',
  '\0',
  '\n',
  '\r',
  '\r\n',
]
const letters = [
  'n',
  'N',
  'r',
  'R',
  '0',
  '1',
  '2',
  '3',
  '4',
  '7',
  '8',
  '9',
  'a',
  'C3',
  'A9',
  'f',
  'g',
  '3d',
  '00000000',
  '10FFFF',
  'é',
  '\ud83d',
  '\u212a',
  '\u017f',
]
const escapes = [
  '\\u0041',
  '\\\\u00E9',
  '\\u{1F600}',
  '\\u{000000041}',
  '\\101',
  '\\303\\251',
  '\\x41',
  '\\xc3\\xa9',
  '=41=42',
  '=C3=A9',
  '=3D',
  '=\r\n',
  '=\\r\\n',
  '%41',
  '%C3%A9',
  '%25C3',
  '%u0041',
  '&#65;',
  '&amp;#x41;',
  base64,
  base64.slice(1),
  '/',
  '+',
  '_',
  '\\n',
  '\\r\\n',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...signs), fc.constantFrom(...letters), fc.constantFrom(...escapes)), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''))

test('EscapeReader reads the same escapes as the pattern that defines them (property)', () => {
  fc.assert(
    fc.property(text, (each) => {
      expect(listRead(each)).toEqual(listPatternMatches(each))
    }),
    { numRuns: 20_000 },
  )
})

test('decodeEscapes() is the text with each escape replaced, as the pattern would (property)', () => {
  fc.assert(
    fc.property(text, (each) => {
      expect(decodeEscapes(each)).toBe(each.replace(anyEscape, decodeEscape))
    }),
    { numRuns: 5_000 },
  )
})
