import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatEmailAddress } from '../../../src/inventory/email-address.ts'
import { findMentions, mentionsMax } from '../../../src/things/comments/find-mentions.ts'

const find = (content: string) => findMentions(content).map(formatEmailAddress)

test.each([
  ['@ada@acme.example', ['ada@acme.example']],
  ['Ask (@Ada@Acme.example), please.', ['ada@acme.example']],
  ['@ada@acme.example. @bob@acme.example!', ['ada@acme.example', 'bob@acme.example']],
  ["@o'hara+1@mail.acme.example\n", ["o'hara+1@mail.acme.example"]],
  ['@ada@acme.example @ADA@acme.example', ['ada@acme.example']],
  ['@ada@büro.example', ['ada@xn--bro-hoa.example']],
  ['ada@acme.example', []],
  ['x@ada@acme.example', []],
  ['@@ada@acme.example', []],
  ['@ada', []],
  ['@ada @acme.example', []],
  ['@ada@', []],
])('findMentions() of %j has %j', (content, addresses) => {
  expect(find(content)).toEqual(addresses)
})

test('findMentions() takes the first ones alone', () => {
  const content = Array.from({ length: mentionsMax + 5 }, (_, n) => `@p${n}@acme.example`).join(' ')

  expect(find(content)).toEqual(Array.from({ length: mentionsMax }, (_, n) => `p${n}@acme.example`))
})

test('findMentions() has each address once and no more than it may, whatever the text', () => {
  const piece = fc.oneof(fc.constantFrom('@', 'a', '.', '-', ' ', 'ada@acme.example', '@ada@acme.example'), fc.string())
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const found = find(`${pieces.join('')} @last@acme.example`)

      expect(new Set(found).size).toBe(found.length)
      expect(found.length).toBeLessThanOrEqual(mentionsMax)
      expect(found.includes('last@acme.example') || found.length === mentionsMax).toBe(true)
    }),
  )
})

test('findMentions() of a long text of at signs takes no time', () => {
  const start = performance.now()

  find('@a'.repeat(50_000))

  expect(performance.now() - start).toBeLessThan(1_000)
})
