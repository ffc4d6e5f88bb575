import { expect, test } from 'vitest'
import { listSecretForms } from '../../../src/http/redact/secret-forms.ts'

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
