import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundJson, clipText } from '../../../src/checks/results/clip-text.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀') })

test('clipText() leaves a short text alone, and says of a long one how much is missing (property)', () => {
  fc.assert(
    fc.property(text, fc.nat(20), (whole, lengthMax) => {
      const clipped = clipText(whole, lengthMax)
      const [, start = '', missing] = /^(.*)… \[(\d+) more characters\]$/su.exec(clipped) ?? []

      if (whole.length <= lengthMax) expect(clipped).toBe(whole)
      else expect(whole.startsWith(start) && start.length + Number(missing) === whole.length).toBe(true)
      expect(clipped.isWellFormed()).toBe(true)
    }),
  )
})

test('boundJson() keeps a value whole, or its size and digest and no part of it (property)', () => {
  fc.assert(
    fc.property(text, fc.nat(60), (value, bytesMax) => {
      const bytes = Buffer.byteLength(JSON.stringify(value))

      const { value: kept, isWhole } = boundJson(value, bytesMax)

      expect(isWhole).toBe(bytes <= bytesMax)
      if (isWhole) expect(kept).toBe(value)
      else expect(kept).toEqual({ '[too large]': { bytes, bytesMax, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } })
    }),
  )
})

test('boundJson() gives the same digest for the same value, and another for another', () => {
  const digests = ['a'.repeat(99), 'a'.repeat(99), 'b'.repeat(99)].map((each) =>
    JSON.stringify(boundJson(each, 9).value),
  )

  expect(digests[0]).toBe(digests[1])
  expect(digests[0]).not.toBe(digests[2])
})
