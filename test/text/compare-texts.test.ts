import { expect, test } from 'vitest'
import { compareTexts } from '../../src/text/compare-texts.ts'

test('compareTexts() orders by code units, whatever the language of the machine', () => {
  expect(['ä', 'b', 'B', 'a', '', 'a'].toSorted(compareTexts)).toEqual(['', 'B', 'a', 'a', 'b', 'ä'])
  expect(compareTexts('a', 'a')).toBe(0)
})
