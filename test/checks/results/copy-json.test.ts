import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyJson } from '../../../src/checks/results/copy-json.ts'

const listObjects = (value: unknown): object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(listObjects)] : []

test('copyJson() gives the same JSON and shares nothing with the value (property)', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = copyJson(value)

      expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
      const shared = new Set(listObjects(value))
      expect(listObjects(copy).filter((each) => shared.has(each))).toEqual([])
    }),
  )
})

test('copyJson() keeps a member that is called __proto__', () => {
  const value: unknown = JSON.parse('{"a":{"__proto__":{"b":1}}}')

  expect(JSON.stringify(copyJson(value))).toBe('{"a":{"__proto__":{"b":1}}}')
})
