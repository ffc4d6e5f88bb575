import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatJsonLine, joinLines, readLines } from '../../../src/evidence/bundle/json-lines.ts'

async function* cut(bytes: Uint8Array, sizes: readonly number[]) {
  let from = 0
  for (const size of sizes) {
    yield bytes.subarray(from, from + size)
    from += size
  }
  yield bytes.subarray(from)
}

test('readLines() gives every line and its place, however the bytes are cut (property)', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\u2028', '\r', ' ') })

  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1 }), fc.array(fc.nat(7)), async (lines, sizes) => {
      const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(''))

      const read = await Array.fromAsync(readLines(cut(bytes, sizes)))

      expect(read.map(({ text }) => text)).toEqual(lines)
      for (const { text, start, bytes: length } of read)
        expect(bytes.subarray(start, start + length).toString()).toBe(text)
    }),
  )
})

test('readLines() gives a last line that has no line break', async () => {
  const read = await Array.fromAsync(readLines(cut(Buffer.from('a\nb'), [])))

  expect(read).toEqual([
    { text: 'a', start: 0, bytes: 1 },
    { text: 'b', start: 2, bytes: 1 },
  ])
})

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
