import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonError } from '../../src/text/find-json-error.ts'
import { parseJson } from '../../src/text/parse-json.ts'

const find = (json: string) => findJsonError(json, { depthMax: 50 })

test.each([
  ['{"a": x}', 1, 7],
  ['{\n  "a": 1,\n}', 3, 1],
  ['{"a": 1', 1, 8],
  ['', 1, 1],
  ['[1 2]', 1, 4],
  ['{"a": "b\nc"}', 1, 7],
  ['{a: 1}', 1, 2],
  ['[1]]', 1, 4],
  ['[01]', 1, 3],
  ['["\\x"]', 1, 2],
])('findJsonError() finds the mistake in %j', (json, line, column) => {
  expect(find(json)).toEqual({ line, column, isTooDeep: false })
})

test('findJsonError() ends at lists that lie too deep in each other', () => {
  expect(find(`${'['.repeat(50)}${']'.repeat(50)}`)).toBeUndefined()
  expect(find('['.repeat(100_000))).toEqual({ line: 1, column: 51, isTooDeep: true })
})

test('findJsonError() finds a mistake in each text that is no JSON, and in no other', () => {
  const written = fc
    .tuple(fc.jsonValue({ maxDepth: 5 }), fc.nat(2))
    .map(([value, space]) => JSON.stringify(value, null, space))
  const broken = fc
    .tuple(written, fc.nat(), fc.nat(3), fc.constantFrom('', '"', '{', ']', ',', ':', '0', '\\', '\u0007', ' ', 'é'))
    .map(
      ([json, at, cut, put]) =>
        json.slice(0, at % (json.length + 1)) + put + json.slice((at % (json.length + 1)) + cut),
    )

  fc.assert(
    fc.property(fc.oneof(written, broken), (json) => {
      expect(find(json) === undefined).toBe(parseJson(json) !== undefined)
    }),
  )
})
