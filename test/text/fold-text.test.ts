import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText, isUnspaced, listFoldedForms } from '../../src/text/fold-text.ts'

test('foldText() keeps each character where it is, so that a place in it is one in the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(text)).toHaveLength(text.length)
    }),
  )
})

// https://www.unicode.org/Public/UCD/latest/ucd/SpecialCasing.txt
test.each([
  ['İstanbul', 'ISTANBUL'],
  ['Işık', 'IŞIK'],
  ['ΝΊΚΟΣ', 'Νίκος'],
  ['ÖRSTED', 'örsted'],
])('foldText() makes %s and %s one', (one, other) => {
  expect(foldText(one)).toBe(foldText(other))
})

test('listFoldedForms() has the forms in which others write a name, and leaves vowels that are marks', () => {
  expect(listFoldedForms('José Groß')).toEqual(
    expect.arrayContaining(['josé groß', 'josé gross', 'jose groß', 'jose gross']),
  )
  expect(listFoldedForms('प्रिया')).toEqual(['प्रिया'])
})

test('isUnspaced() knows scripts whose words have nothing between them', () => {
  expect(['田中', 'さくら', '민준', 'สมชาย'].every(isUnspaced)).toBe(true)
  expect(['Ada', 'Петров', 'محمد'].some(isUnspaced)).toBe(false)
})
