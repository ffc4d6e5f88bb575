import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAddresses } from '../../../../src/things/pages/shared/linked-text.tsx'

const listAddresses = (text: string) =>
  cutAddresses(text).flatMap(({ text: piece, isAddress }) => (isAddress ? [piece] : []))

test.each([
  ['Open https://acme.example/security and enrol one.', ['https://acme.example/security']],
  ['See https://acme.example/a.', ['https://acme.example/a']],
  [
    '(https://acme.example/a_(b)), then https://b.example?x=1&y=2!',
    ['https://acme.example/a_(b)', 'https://b.example?x=1&y=2'],
  ],
  ['http://acme.example javascript:alert(1) ftp://x', []],
  ['"https://acme.example/"><script>', ['https://acme.example/']],
  ['https://', []],
])('cutAddresses() finds the https addresses of %j', (text, addresses) => {
  expect(listAddresses(text)).toEqual(addresses)
})

test('cutAddresses() loses no character of any text', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('https://', 'a.example', '/', ')', '(', '.', ' ', '"', '<', 'x')), (parts) => {
      expect(
        cutAddresses(parts.join(''))
          .map(({ text }) => text)
          .join(''),
      ).toBe(parts.join(''))
    }),
  )
})
