import { expect, test } from 'vitest'
import { isLengthWithin } from '../../src/text/is-length-within.ts'

test('isLengthWithin() counts code points', () => {
  expect(isLengthWithin('🙂'.repeat(2_000), 1, 2_000)).toBe(true)
  expect(isLengthWithin('🙂'.repeat(2_001), 1, 2_000)).toBe(false)
  expect(isLengthWithin('', 1, 10)).toBe(false)
})
