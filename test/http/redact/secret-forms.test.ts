import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownSecrets } from '../../../src/http/redact/known-secrets.ts'
import { listNestedForms, listSecretForms, mayHoldNestedForms } from '../../../src/http/redact/secret-forms.ts'

const secret = 'p@ss "wörd"/1'

test.each([
  ['a query', () => new URLSearchParams({ key: secret }).toString()],
  ['a path', () => new URL(`https://acme.example/${encodeURIComponent(secret)}/x`).href],
  ['JSON', () => JSON.stringify({ key: secret })],
  ['JSON with escaped slashes', () => JSON.stringify({ key: secret }).replaceAll('/', '\\/')],
  ['a header of Basic', () => Buffer.from(`ada:${secret}`).toString('base64')],
  ['a header of Basic with another name', () => Buffer.from(`grace:${secret}:x`).toString('base64')],
  ['base64url', () => Buffer.from(secret).toString('base64url')],
  ['hexadecimal digits', () => Buffer.from(secret).toString('hex').toUpperCase()],
  ['HTML', () => `<b>${secret.replaceAll('"', '&quot;')}</b>`],
  ['a header in UTF-8', () => Buffer.from(secret, 'utf8').toString('latin1')],
  ['a URL within a URL', () => encodeURIComponent(`https://a.example/?key=${encodeURIComponent(secret)}`)],
])('listSecretForms() has a form of the secret that stands in %s', (_where, write) => {
  const text = write()

  expect([...listSecretForms(secret)].some((form) => text.includes(form))).toBe(true)
})

test('listSecretForms() of a short value has no encodings, which would match innocent text', () => {
  expect([...listSecretForms('x')]).toEqual(['x'])
})

test('listSecretForms() finds a secret in both alphabets of base64, at each place in a group of three', () => {
  const odd = '>>>???>>>???'

  for (const before of ['', 'a', 'ab']) {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${odd}:x`).toString(encoding)
      expect([...listSecretForms(odd)].some((form) => text.includes(form))).toBe(true)
    }
  }
})

// Answers as Go, .NET, PHP and Python write them, where they are not parsed: cut off, or within a text.
test.each([
  ['Go', String.raw`Pa\u0026ss\u003cw0rd\u003e/\"x'+é`],
  ['.NET', String.raw`Pa\u0026ss\u003Cw0rd\u003E/\u0022x\u0027\u002B\u00E9`],
  ['PHP', String.raw`Pa&ss<w0rd>\/\"x'+\u00e9`],
  ['Python', String.raw`Pa&ss<w0rd>/\"x'+\u00e9`],
  ['a writer of capital digits', String.raw`Pa&ss<w0rd>/\"x'+\u00E9`],
  ['JSON within JSON', String.raw`Pa&ss<w0rd>/\\\"x'+é`],
  ['HTML of Go', `Pa&amp;ss&lt;w0rd&gt;/&#34;x&#39;+é`],
  ['HTML of Python', `Pa&amp;ss&lt;w0rd&gt;/&quot;x&#x27;+é`],
  ['HTML of PHP', `Pa&amp;ss&lt;w0rd&gt;/&quot;x&#039;+é`],
])('listSecretForms() has the spelling of %s', (_writer, text) => {
  expect(listSecretForms(`Pa&ss<w0rd>/"x'+é`)).toContain(text)
})

test('listSecretForms() has base64 as JSON of PHP and .NET escapes it', () => {
  const base64 = Buffer.from('???>>>???>>>abc').toString('base64')
  const forms = [...listSecretForms('???>>>???>>>abc')]

  for (const text of [base64.replaceAll('/', String.raw`\/`), base64.replaceAll('+', String.raw`\u002B`)])
    expect(forms.some((form) => text.includes(form))).toBe(true)
})

test('listSecretForms() has a long token as the name of a host or header has it, and no word that a password hides', () => {
  expect([...listSecretForms('Q7xTz2KmP9wLr4VbN8cY')]).toContain(
    new URL('https://Q7xTz2KmP9wLr4VbN8cY.test').hostname.slice(0, -5),
  )
  expect([...listSecretForms('Password')]).not.toContain('password')
})

test('mayHoldNestedForms() is true of every text with a nested form of an ASCII secret (property)', () => {
  const character = fc.integer({ min: 9, max: 126 }).filter((code) => code >= 32 || [9, 10, 13].includes(code))
  const secrets = fc.array(character, { minLength: 1, maxLength: 60 }).map((codes) => String.fromCharCode(...codes))

  fc.assert(
    fc.property(secrets, (secret) => {
      expect([...listNestedForms(secret)].filter((form) => !mayHoldNestedForms(`"${form}"`))).toEqual([])
    }),
  )
})

test('mayHoldNestedForms() is false of what vendors write most', () => {
  const texts = [
    'https://api.acme.example/orgs/acme/repos/some-repository-name?page=2',
    '00u1abcdEFGHijklMN5d7',
    'ada@example.com',
  ]

  expect(texts.filter(mayHoldNestedForms)).toEqual([])
})

test.each([
  ['3f2b8c1d-9e4a-4c7b-8d10-5a6f7e8b9c0d', '3F2B8C1D-9E4A-4C7B-8D10-5A6F7E8B9C0D'],
  ['3f2b8c1d-9e4a-4c7b-8d10-5a6f7e8b9c0d', '{3F2B8C1D9E4A4C7B8D105A6F7E8B9C0D}'],
  ['3F2B8C1D9E4A4C7B8D105A6F7E8B9C0D', '3f2b8c1d-9e4a-4c7b-8d10-5a6f7e8b9c0d'],
  ['0011aabbccddeeff', '00:11:AA:BB:CC:DD:EE:FF'],
  ['jbswy3dpehpk3pxp', 'JBSWY3DPEHPK3PXP'],
  ['Live_Key.0123456789', 'LIVE_KEY.0123456789'],
])('KnownSecrets finds %s where a vendor writes it as %s', (secret, text) => {
  const secrets = new KnownSecrets()
  secrets.add(secret)

  expect(secrets.hideIn(`x ${text} y`)).toMatch(/^x \{?\[redacted\]\}? y$/)
  expect(secrets.isIn(text)).toBe(true)
})

test('KnownSecrets leaves a word in capitals where a short secret is the same in small letters', () => {
  const secrets = new KnownSecrets()
  secrets.add('password')

  expect(secrets.isIn('PASSWORD')).toBe(false)
})
