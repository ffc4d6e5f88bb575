import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DescriptionNode } from '../../src/descriptions/description-node.ts'

const lost = () => new Map<string, string>()

test('DescriptionNode.at() follows references within the file, and points to what they lead to', () => {
  const root = DescriptionNode.root(
    { a: { $ref: '#/b/c~1d%20e' }, b: { 'c/d e': { $ref: '#/f' } }, f: { g: 'text' } },
    lost(),
  )

  const place = root.at('a', 'g')

  expect([place.text, place.pointer]).toEqual(['text', '/f/g'])
})

test('DescriptionNode.at() reads members beside a reference since OpenAPI 3.1, and ignores them before', () => {
  const create = (openapi: string) =>
    DescriptionNode.root({ openapi, a: { $ref: '#/b', properties: { more: {} } }, b: { properties: {} } }, lost())
  const root = create('3.1.0')

  expect(root.at('a').value).toEqual({ properties: { more: {} }, allOf: [{ $ref: '#/b' }] })
  // One schema stays one value, so that whoever remembers what was read finds it again.
  expect(root.at('a').value).toBe(root.at('a').value)
  expect(create('3.0.3').at('a').value).toEqual({ properties: {} })
})

test.each([
  ['to itself', '#/a'],
  ['to nothing', '#/none'],
  ['to another file', 'other.yaml#/a'],
  ['to another host', 'https://acme.example/a.json'],
  ['through a prototype', '#/constructor/prototype'],
])('DescriptionNode.at() gives nothing for a reference %s, and notes it', (_, $ref) => {
  const references = lost()

  const place = DescriptionNode.root({ a: { $ref } }, references).at('a')

  expect(place.isThere).toBe(false)
  expect([...references]).toEqual([['/a', $ref]])
})

test('DescriptionNode gives what any value has in place of what is expected, without throwing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.string()), (value, names) => {
      const place = DescriptionNode.root(value, lost()).at(...names)

      expect(Array.isArray(place.members())).toBe(true)
      expect(Array.isArray(place.items())).toBe(true)
      expect(place.line ?? '').not.toMatch(/[\n\r\u2028]/)
    }),
  )
})

test('DescriptionNode.members() leaves out the name that would change what an object is', () => {
  const root = DescriptionNode.root(JSON.parse('{"__proto__":{"a":1},"b":2}'), lost())

  expect(root.members().map(([name]) => name)).toEqual(['b'])
})
