import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineCutter, readLines } from '../../src/text/read-lines.ts'

async function* cut(bytes: Uint8Array, sizes: readonly number[]) {
  let from = 0
  for (const size of sizes) {
    yield bytes.subarray(from, from + size)
    from += size
  }
  yield bytes.subarray(from)
}

const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\u2028', '\ufeff', '\r', ' ') })
const sizes = fc.array(fc.nat(7))

test('readLines() gives the same lines with their places, however the bytes are cut (property)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.boolean(), sizes, async (lines, isEnded, pieces) => {
      const written = lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : '')
      const bytes = Buffer.from(written)
      // The last line counts if it has bytes or a line feed.
      const expected = written === '' ? [] : written.replace(/\n$/, '').split('\n')

      const read = await Array.fromAsync(readLines(cut(bytes, pieces)))

      expect(read.map(({ text }) => text)).toEqual(expected)
      for (const { text, start, bytes: length } of read)
        expect(bytes.subarray(start, start + length).toString()).toBe(text)
    }),
  )
})

test('readLines() replaces what is not UTF-8, and the lines around it are whole', async () => {
  const bytes = Buffer.from([0x61, 0x0a, 0xe2, 0x82, 0x0a, 0x62])

  const read = await Array.fromAsync(readLines(cut(bytes, [3])))

  expect(read).toEqual([
    { text: 'a', start: 0, bytes: 1 },
    { text: '\ufffd', start: 2, bytes: 2 },
    { text: 'b', start: 5, bytes: 1 },
  ])
})

test('readLines() refuses a line above its bound, and no other, however the bytes are cut (property)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1 }),
      sizes,
      fc.integer({ min: 1, max: 12 }),
      async (lines, pieces, bytesMax) => {
        const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(''))
        const fits = lines.every((each) => Buffer.byteLength(each) <= bytesMax)
        const createError = () => new Error('too long')

        const reading = Array.fromAsync(readLines(cut(bytes, pieces), { bytesMax, createError }))

        if (fits) expect(await reading).toHaveLength(lines.length)
        else await expect(reading).rejects.toThrow('too long')
      },
    ),
  )
})

test('LineCutter refuses a line as soon as it is too long, without its end', () => {
  const cutter = new LineCutter({ bytesMax: 2 })

  expect(cutter.cut(Buffer.from('ab'))).toEqual([])
  expect(() => cutter.cut(Buffer.from('c'))).toThrow(RangeError)
})

test('LineCutter tells whether a line feed ended the last line', () => {
  const whole = new LineCutter()
  const broken = new LineCutter()
  whole.cut(Buffer.from('a\r\n'))
  broken.cut(Buffer.from('a\nb'))

  expect(whole.end()).toBeUndefined()
  expect(broken.end()).toEqual({ text: 'b', start: 2, bytes: 1 })
})
