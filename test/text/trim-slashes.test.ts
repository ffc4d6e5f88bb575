import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trimSlashes } from '../../src/text/trim-slashes.ts'

test.each([
  ['https://api.example/v1/', 'https://api.example/v1'],
  ['https://api.example/v1//', 'https://api.example/v1'],
  ['/', ''],
  ['a/b', 'a/b'],
  ['', ''],
])('trimSlashes() makes %j of %j', (text, expected) => {
  expect(trimSlashes(text)).toBe(expected)
})

test('trimSlashes() takes nothing but slashes, and all of them at the end', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(50), (text, count) => {
      const trimmed = trimSlashes(text + '/'.repeat(count))

      expect(trimmed.endsWith('/')).toBe(false)
      expect(text.startsWith(trimmed)).toBe(true)
    }),
  )
})
