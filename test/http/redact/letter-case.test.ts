import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownSecrets } from '../../../src/http/redact/known-secrets.ts'
import { redactBody } from '../../../src/http/redact/redact-body.ts'
import { createKnowingRedactor } from './support.ts'

const uuid = '3f2b9c1e-7d4a-4b6f-9e21-aa10bc55d0f7'
const hexKey = 'deadbeefcafe0123456789abcdef0123'
const capital = (text: string) => text.toUpperCase()

test.each([
  ['a UUID in capitals, as .NET and SQL Server write it', uuid, capital],
  ['a UUID in braces', uuid, (text: string) => `{${capital(text)}}`],
  ['a key of hexadecimal digits in capitals', hexKey, capital],
  ['a key that was entered in capitals, in small letters', capital(hexKey), (text: string) => text.toLowerCase()],
  ['a UUID in capitals as an address has it', uuid, (text: string) => encodeURIComponent(`{${capital(text)}}`)],
  ['a UUID in capitals in base64', uuid, (text: string) => Buffer.from(capital(text)).toString('base64')],
  [
    'a UUID without its signs in base64',
    uuid,
    (text: string) => Buffer.from(text.replaceAll('-', '')).toString('base64'),
  ],
  [
    'a UUID in capitals in escapes',
    uuid,
    (text: string) => [...capital(text)].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join(''),
  ],
])('a secret is taken out where it stands as %s', (_what, secret, write) => {
  const redactor = createKnowingRedactor(secret)
  const written = write(secret)

  expect(redactor.text(`id is ${written}.`)).not.toContain(written)
  expect(redactBody(`{"id":"${written}"}`, 'application/json', redactor)).not.toContain(written)
  expect(redactBody(`<id>${written}</id>`, 'text/xml', redactor)).not.toContain(written)
})

const digits = '0123456789abcdefABCDEF'
const hexKeys = fc
  .string({ unit: fc.constantFrom(...digits), minLength: 16, maxLength: 48 })
  .filter((key) => key.length % 2 === 0)
const keys = fc.oneof(fc.uuid(), hexKeys, fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{16,40}$/))

/** Each letter as a capital or not. */
function mixCase(text: string, capitals: readonly boolean[]): string {
  return Array.from(text, (letter, at) =>
    capitals[at % capitals.length] ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('')
}

const capitals = fc.array(fc.boolean(), { minLength: 1, maxLength: 50 })
const around = fc.stringMatching(/^[ -~é]{0,9}$/)

test('a key is taken out in any mix of small letters and capitals (property)', () => {
  fc.assert(
    fc.property(keys, capitals, around, around, (key, mix, before, after) => {
      const secrets = new KnownSecrets()
      secrets.add(key)
      const written = mixCase(key, mix)

      const shown = secrets.hideIn(`${before} ${written} ${after}`)

      expect(secrets.isIn(written)).toBe(true)
      expect(shown.toLowerCase()).not.toContain(key.toLowerCase())
    }),
  )
})

test('a UUID or a key of hexadecimal digits is taken out of base64 in any mix of small letters and capitals (property)', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), hexKeys), capitals, around, around, (key, mix, before, after) => {
      const secrets = new KnownSecrets()
      secrets.add(key)
      const written = mixCase(key, mix)
      const bare = written.replaceAll('-', '')

      for (const text of [written, bare, bare.replace(/..(?=.)/g, '$&:')]) {
        const encoded = Buffer.from(`${before}${text}${after}`).toString('base64')
        const shown = secrets.hideIn(`x ${encoded} y`)
        expect(shown).toContain('[redacted]')
        expect(Buffer.from(shown, 'base64').toString('latin1').toLowerCase()).not.toContain(text.toLowerCase())
      }
    }),
  )
})

test('a text that has but a part of a key is left as it is', () => {
  const secrets = new KnownSecrets()
  secrets.add(uuid)

  for (const text of [uuid.slice(1), capital(uuid).slice(0, -1), Buffer.from(uuid.slice(6)).toString('base64')])
    expect(secrets.hideIn(`a ${text} b`)).toBe(`a ${text} b`)
})
