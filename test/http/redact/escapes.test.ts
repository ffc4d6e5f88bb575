import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEscapes, findEscapedSpans, mayHoldEscapes } from '../../../src/http/redact/escapes.ts'
import { KnownSecrets } from '../../../src/http/redact/known-secrets.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'

const plain = 'Q7xTz2KmP9wLr4VbN8cY'
const odd = 'p@ss "wörd"/1+x&y'

const hex = (code: number, length: number) => code.toString(16).padStart(length, '0')
const units = (text: string, write: (code: number) => string) =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join('')
const bytes = (text: string, write: (code: number) => string) => [...Buffer.from(text)].map(write).join('')

const writers: readonly [string, (secret: string) => string][] = [
  ['JSON', (secret) => units(secret, (code) => `\\u${hex(code, 4)}`)],
  ['JSON with capital digits', (secret) => units(secret, (code) => `\\u${hex(code, 4).toUpperCase()}`)],
  ['JSON that escapes some', (secret) => secret.replaceAll(/[a-m"]/g, (c) => `\\u${hex(c.charCodeAt(0), 4)}`)],
  ['JSON within JSON', (secret) => JSON.stringify(units(secret, (code) => `\\u${hex(code, 4)}`))],
  ['a program', (secret) => units(secret, (code) => `\\u{${code.toString(16)}}`)],
  ['a program of bytes', (secret) => bytes(secret, (byte) => `\\x${hex(byte, 2)}`)],
  ['a program with octal digits', (secret) => bytes(secret, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)],
  [
    'a program with octal digits in JSON',
    (secret) => JSON.stringify(bytes(secret, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)),
  ],
  ['a mail', (secret) => bytes(secret, (byte) => `=${hex(byte, 2).toUpperCase()}`)],
  ['a mail that breaks its lines', (secret) => quotePrintable(secret).replaceAll(/(?<!=.?)(.{7})(?!.?$)/g, '$1=\r\n')],
  ['base64 of base64', (secret) => encodeBase64(`user:${encodeBase64(`ab ${secret}, and more`)} and more`)],
  ['base64 of UTF-16', (secret) => Buffer.from(`say ${secret}, and more`, 'utf16le').toString('base64')],
  [
    'base64 of UTF-16 the other way',
    (secret) => Buffer.from(`say ${secret}, and more`, 'utf16le').swap16().toString('base64'),
  ],
  ['a URL', (secret) => bytes(secret, (byte) => `%${hex(byte, 2)}`)],
  ['a URL within a URL', (secret) => encodeURIComponent(bytes(secret, (byte) => `%${hex(byte, 2)}`))],
  ['an old browser', (secret) => units(secret, (code) => `%u${hex(code, 4)}`)],
  ['HTML', (secret) => units(secret, (code) => `&#${code};`)],
  ['HTML with hexadecimal digits', (secret) => units(secret, (code) => `&#x${hex(code, 6)};`)],
  ['HTML within HTML', (secret) => units(secret, (code) => `&amp;#${code};`)],
  ['HTML in a URL', (secret) => encodeURIComponent(units(secret, (code) => `&#${code};`))],
  [
    'JSON in HTML in a URL',
    (secret) =>
      encodeURIComponent(
        units(
          units(secret, (code) => `\\u${hex(code, 4)}`),
          (code) => `&#${code};`,
        ),
      ),
  ],
  ['base64 in lines', (secret) => lineUp(Buffer.from(`${'x'.repeat(30)}${secret}, and more`).toString('base64'), '\n')],
  [
    'base64 in lines of JSON',
    (secret) => JSON.stringify(lineUp(Buffer.from(`${'x'.repeat(30)}${secret}, and more`).toString('base64'), '\r\n')),
  ],
]

/** Only what a mail cannot have as it is. */
function quotePrintable(text: string): string {
  return bytes(text, (byte) =>
    byte > 126 || byte === 61 ? `=${hex(byte, 2).toUpperCase()}` : String.fromCharCode(byte),
  )
}

function encodeBase64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function lineUp(base64: string, end: string): string {
  return base64.replaceAll(/.{60}/g, `$&${end}`)
}

test.each(writers)('Redactor hides a secret in the escapes of %s', (_writer, write) => {
  for (const secret of [plain, odd]) {
    const redactor = new Redactor()
    redactor.add(secret)
    const text = `a %20 \\n &amp; ${write(secret)} z`

    const shown = redactor.text(text)

    expect(shown).toMatch(/^a %20 \\n &amp; .*\[redacted\].* z$/s)
    expect(redactor.finds(text)).toBe(true)
    expect(redactor.finds(shown)).toBe(false)
    expect(shown.replace(/.*(?=\[redacted\])/s, '').length).toBeLessThan(text.length - 20)
  }
})

test('Redactor hides a secret in UTF-16 that is read as UTF-8', () => {
  const redactor = new Redactor()
  redactor.add(plain)

  for (const text of [`say ${plain}.`, `${plain}`].map((each) => Buffer.from(each, 'utf16le').toString('utf8')))
    expect(redactor.text(text).replaceAll('\0', '')).toMatch(/^(say )?\[redacted\]\.?$/)
})

test.each([
  ['a path', '/a%20b/%C3%A9?x=%2F%zz%'],
  ['text of JSON', String.raw`{"a":"é \" \\ \n\tè"}`],
  ['HTML', '<b>&#8217;&amp;#39;&#xffffffff;</b>'],
  ['base64 in lines', `${'QUJD'.repeat(15)}\n${'QUJD'.repeat(3)}\n`],
])('Redactor leaves other escapes as they are: %s', (_what, text) => {
  const redactor = new Redactor()
  redactor.add(plain)

  expect(redactor.text(text)).toBe(text)
})

test('KnownSecrets hides a short secret in escapes as a word of its own alone', () => {
  const known = new KnownSecrets()
  known.add('4711')

  expect(known.hideIn('a %34711, %34%37%31%31 b4711 %62%34711')).toBe('a [redacted], [redacted] b4711 %62%34711')
})

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom(
    '\\u0041',
    '\\\\u00e9',
    '\\101',
    '\\303\\251',
    '=41=42',
    '=C3=A9',
    '=3D',
    '=',
    '=\r\n',
    '%41',
    '%C3%A9',
    '%25',
    '%2541',
    '&#65;',
    '&amp;#x41;',
    '\0\0',
    '\\',
    '%',
    '&',
    '\n',
  ),
)

test('findEscapedSpans() finds each decoded character where it is written (property)', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const decoded = decodeEscapes(text)
      const spans = findEscapedSpans(
        text,
        Array.from({ length: decoded.length }, (_, start) => ({ start, end: start + 1 })),
      )

      expect(decoded.length).toBeLessThanOrEqual(text.length)
      if (decoded !== text) expect(mayHoldEscapes(text)).toBe(true)
      let before = { start: -1, end: 0 }
      spans.forEach((span, at) => {
        expect(decodeEscapes(text.slice(span.start, span.end))).toContain(decoded[at])
        expect(span.start === before.start || span.start >= before.end).toBe(true)
        before = span
      })
    }),
  )
})

test('Redactor finds a secret that was encoded twice, whatever it is and whatever stands around it (property)', () => {
  const encodings: readonly ((text: string) => string)[] = [
    (text) => Buffer.from(text).toString('base64'),
    (text) => Buffer.from(text).toString('base64url'),
    (text) => Buffer.from(text).toString('hex'),
    (text) => Buffer.from(text).toString('hex').toUpperCase(),
  ]
  const first = [
    ...encodings,
    encodeURIComponent,
    (text: string) => new URLSearchParams({ '': text }).toString().slice(1),
  ]
  const secrets = fc
    .string({ minLength: 16, maxLength: 40, unit: 'grapheme-ascii' })
    .filter((each) => each.trim() === each)

  fc.assert(
    fc.property(
      secrets,
      fc.string(),
      fc.constantFrom(...first),
      fc.constantFrom(...encodings),
      (secret, around, inner, outer) => {
        const redactor = new Redactor()
        redactor.add(secret)

        // As Basic has it: RFC 6749 §2.3.1 escapes a client's secret first.
        expect(redactor.finds(`a ${outer(`${around}:${inner(secret)}`)} z`)).toBe(true)
        expect(redactor.text(`a ${outer(inner(secret))} z`)).toBe('a [redacted] z')
      },
    ),
  )
})

test('Redactor finds a secret in base64 of base64 and of UTF-16, whatever stands around it (property)', () => {
  const redactor = new Redactor()
  redactor.add(plain)
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, after, around) => {
      const text = `${before}${plain}${after}`

      for (const nested of [
        encodeBase64(`${around}${encodeBase64(text)}${around}`),
        Buffer.from(
          Buffer.from(`${around}${Buffer.from(text).toString('base64url')}`).toString('base64url'),
        ).toString(),
        Buffer.from(text, 'utf16le').toString('base64'),
        Buffer.from(text, 'utf16le').swap16().toString('base64url'),
      ])
        expect(redactor.finds(`a ${nested} z`)).toBe(true)
    }),
  )
})
