import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatJsonLine, joinLines } from '../../../src/evidence/bundle/json-lines.ts'

test('formatJsonLine() writes one line that means the same and acts on no terminal (property)', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '\n', '\u001b', '\u009b', '\u2028', '\u202e', '\u2066', '"', '\\'),
  })

  fc.assert(
    fc.property(fc.dictionary(text, text), (value) => {
      const line = formatJsonLine(value)

      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test.each([
  [[], []],
  [['1'], ['1\n']],
  [
    ['1', '2'],
    ['1,\n', '2\n'],
  ],
])('joinLines() puts a comma after all of %j but the last', async (lines, expected) => {
  expect(await Array.fromAsync(joinLines(lines))).toEqual(expected)
})
