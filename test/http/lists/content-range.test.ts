import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseContentRange } from '../../../src/http/lists/content-range.ts'

describe('parseContentRange()', () => {
  test.each([
    ['bytes 0-99/200', { unit: 'bytes', length: 100, total: 200 }],
    ['items 0-9/50', { unit: 'items', length: 10, total: 50 }],
    ['0-0/3', { unit: '', length: 1, total: 3 }],
    ['items=0-9/*', { unit: 'items', length: 10, total: undefined }],
    ['*/0', { unit: '', length: 0, total: 0 }],
    ['bytes */1234', { unit: 'bytes', length: 0, total: 1234 }],
  ])('reads %j', (value, range) => {
    expect(parseContentRange(value)).toEqual(range)
  })

  test.each([[undefined], [''], ['items'], ['items 0-9'], ['items a-b/c'], ['0-9/-1'], ['0-9/1.5']])(
    'gives undefined for %j',
    (value) => {
      expect(parseContentRange(value)).toBeUndefined()
    },
  )

  test('reads what it wrote, and throws for nothing (property)', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(1_000_000), fc.option(fc.nat()), (first, length, total) => {
        const range = parseContentRange(`users ${first}-${first + length}/${total ?? '*'}`)

        expect(range).toEqual({ unit: 'users', length: length + 1, total: total ?? undefined })
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => void parseContentRange(text)))
  })
})
