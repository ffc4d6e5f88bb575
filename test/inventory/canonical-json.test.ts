import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCanonicalJson, toCanonicalLine } from '../../src/inventory/canonical-json.ts'

test('toCanonicalJson() gives one text for the same facts, in whatever order they come (property)', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (facts) => {
      const reversed = Object.fromEntries(Object.entries(facts).reverse())

      expect(toCanonicalJson(reversed)).toBe(toCanonicalJson(facts))
      expect(JSON.parse(toCanonicalJson(facts))).toEqual(JSON.parse(JSON.stringify(facts)))
    }),
  )
})

test('toCanonicalJson() keeps the order of lists, and members that objects have of their own', () => {
  const facts = JSON.parse('{"b":[2,1],"__proto__":{"z":1,"a":2},"a":null}')

  expect(toCanonicalJson(facts)).toBe('{"__proto__":{"a":2,"z":1},"a":null,"b":[2,1]}')
})

test('toCanonicalLine() is one line in which nothing acts on a terminal, and means the same', () => {
  const facts = { name: 'a\nb\u001b[2J\u202e\u2028' }

  const line = toCanonicalLine(facts)

  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
  expect(JSON.parse(line)).toEqual(facts)
})

test('toCanonicalJson() takes a member that is undefined for one that is absent', () => {
  expect(toCanonicalJson({ b: 1, a: undefined, c: { d: undefined } })).toBe(toCanonicalJson({ b: 1, c: {} }))
})
