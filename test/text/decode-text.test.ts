import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, isReadAsUtf8 } from '../../src/text/decode-text.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const wide = (text: string) => Buffer.from(text, 'utf16le')
const wideBigEndian = (text: string) => wide(text).swap16()
const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><id>jürgen</id>`

test.each<[string, Buffer, string | undefined, string]>([
  ['UTF-8, which is the default (RFC 8259 §8.1)', Buffer.from('"jürgen"'), undefined, '"jürgen"'],
  ['UTF-8 that says so', Buffer.from('"jürgen"'), 'application/json; charset=UTF-8', '"jürgen"'],
  ['a charset in quotes', Buffer.from('"jürgen"'), 'text/csv;header=present;charset="utf-8"', '"jürgen"'],
  ['a charset in single quotes', latin('"jürgen"'), "text/csv; charset='iso-8859-1'", '"jürgen"'],
  ['ISO 8859-1', latin('"jürgen"'), 'application/json; charset=ISO-8859-1', '"jürgen"'],
  ['windows-1252', Buffer.from([0x80]), 'text/plain; charset=windows-1252', '€'],
  ['ISO 8859-15', Buffer.from([0xa4]), 'text/plain;charset=iso-8859-15', '€'],
  ['KOI8-R', Buffer.from([0xc1, 0xc2]), 'text/plain;charset=koi8-r', 'аб'],
  ['Shift_JIS', Buffer.from([0x8a, 0xbf]), 'text/csv; charset=Shift_JIS', '漢'],
  ['GB 18030', Buffer.from([0xba, 0xba]), 'text/csv; charset=gb18030', '汉'],
  ['EUC-KR', Buffer.from([0xc7, 0xd1]), 'text/csv; charset=euc-kr', '한'],
  ['ISO 2022-JP', latin('\u001b$B4A\u001b(B'), 'text/csv; charset=iso-2022-jp', '漢'],
  ['UTF-16 with a mark', wide('\ufeff{"id":"ü"}'), 'application/json', '{"id":"ü"}'],
  ['UTF-16 without a mark', wide('{"id":"ü"}'), 'application/json; charset=utf-16', '{"id":"ü"}'],
  ['UTF-16BE with a mark', wideBigEndian('\ufeff{"id":"ü"}'), 'application/json; charset=utf-16', '{"id":"ü"}'],
  ['UTF-16BE that nobody declares', wideBigEndian('{"id":"ü"}'), undefined, '{"id":"ü"}'],
  ['a mark before another charset', Buffer.from('\ufeff"ü"'), 'text/plain; charset=iso-8859-1', '"ü"'],
  ['the charset of an XML declaration', latin(xml('ISO-8859-1')), 'application/xml', xml('ISO-8859-1')],
  ['Content-Type before an XML declaration', Buffer.from(xml('x')), 'text/xml; charset=utf-8', xml('x')],
  ['an XML declaration that it could not be read by', Buffer.from(xml('utf-16')), 'text/xml', xml('utf-16')],
  ['UTF-8 under an unknown name', Buffer.from('"jürgen"'), 'text/plain; charset=utf8mb4', '"jürgen"'],
  ['UTF-8 that calls itself ASCII', Buffer.from('"jürgen"'), 'text/plain; charset=us-ascii', '"jürgen"'],
  ['U+FFFD that the vendor wrote', Buffer.from('"a\ufffd"'), undefined, '"a\ufffd"'],
  ['nothing', Buffer.alloc(0), 'text/plain; charset=utf-16', ''],
])('decodeText() reads %s', (_what, bytes, type, text) => {
  expect(decodeText(bytes, type)).toEqual({ text })
})

test.each<[string, Buffer, string | undefined, string]>([
  ['ISO 8859-1 that nobody declares', latin('"jürgen"'), 'application/json', 'bytes that are not "utf-8"'],
  ['ISO 8859-1 that calls itself UTF-8', latin('"jürgen"'), 'text/csv; charset=utf-8', 'bytes that are not "utf-8"'],
  ['ISO 8859-1 that calls itself ASCII', latin('"jürgen"'), 'text/csv; charset=us-ascii', 'not "us-ascii"'],
  ['half a character of Shift_JIS', Buffer.from([0x81]), 'text/csv; charset=shift_jis', 'not "shift_jis"'],
  ['half a surrogate pair', Buffer.from([0x41, 0, 0, 0xd8]), 'text/csv; charset=utf-16le', 'not "utf-16le"'],
  ['a charset that is not known', latin('"j\u0081rgen"'), 'text/csv; charset=ibm850', 'the charset "ibm850"'],
  ['a UTF-8 mark before other bytes', Buffer.from([0xef, 0xbb, 0xbf, 0xfc]), undefined, 'not "utf-8"'],
])('decodeText() has no text for %s', (_what, bytes, type, says) => {
  expect(decodeText(bytes, type)).toEqual({ problem: expect.stringContaining(says) })
})

const types = fc.constantFrom(
  undefined,
  'application/json',
  'text/csv; charset=iso-8859-1',
  'text/csv; charset=us-ascii',
  'text/csv; charset=utf-8',
  'text/csv; charset=utf-16',
  'text/csv; charset=macintosh',
  'text/csv; charset=none',
)

test('decodeText() never makes one text of two that begin alike', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), fc.uint8Array({ maxLength: 12 }), types, (one, other, type) => {
      const [a, b] = [one, other].map((end) => Buffer.concat([Buffer.from('{"id":"'), end]))
      const [read, also] = [a, b].map((bytes) => decodeText(bytes as Buffer, type))

      if (read && also && 'text' in read && 'text' in also && read.text === also.text) expect(a).toEqual(b)
    }),
    { numRuns: 2_000 },
  )
})

test('decodeText() reads what was written in UTF-8 and UTF-16', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeText(Buffer.from(`{${text}`))).toEqual({ text: `{${text}` })
      expect(decodeText(Buffer.from(`{${text}`, 'utf16le'), 'x; charset=utf-16')).toEqual({ text: `{${text}` })
    }),
  )
})

test.each([
  [Buffer.from('{}'), undefined, true],
  [Buffer.from('{}'), 'x/y; charset=UTF-8', true],
  [Buffer.from('{}'), 'x/y; charset=nobody-knows', true],
  [Buffer.from('{}'), 'x/y; charset=latin1', false],
  [wide('{}'), undefined, false],
])('isReadAsUtf8(%j, %j) is %j', (bytes, type, answer) => {
  expect(isReadAsUtf8(bytes, type)).toBe(answer)
})
