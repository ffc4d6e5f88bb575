import { expect, test } from 'vitest'
import { compareTexts } from '../../src/text/compare-texts.ts'

test('compareTexts() orders by units of text, whatever the language of the machine', () => {
  expect(['ä', 'b', 'a', 'B', '2', '10', ''].toSorted(compareTexts)).toEqual(['', '10', '2', 'B', 'a', 'b', 'ä'])
})

test('compareTexts() calls equal texts equal, so that a sort keeps their order', () => {
  expect(compareTexts('a', 'a')).toBe(0)
})
