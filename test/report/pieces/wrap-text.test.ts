import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipToWidth, countColumns, wrapHanging, wrapText } from '../../../src/report/pieces/wrap-text.ts'

describe('countColumns()', () => {
  test.each([
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['山田', 4],
    ['한국', 4],
    // Katakana of half width.
    ['ﾊﾝｶｸ', 4],
    ['👩‍💻', 2],
    ['', 0],
  ])('%j takes %i', (text, columns) => {
    expect(countColumns(text)).toBe(columns)
  })
})

describe('wrapText()', () => {
  test('breaks at spaces, and inside a word that is longer than a line', () => {
    expect(wrapText('to be or not to be', 8)).toEqual(['to be or', 'not to', 'be'])
    expect(wrapText('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k'])
  })

  test('leaves every character as it is, also one that Unicode would write in another way', () => {
    expect(wrapText('\uf900 e\u0301', 4)).toEqual(['\uf900 e\u0301'])
  })

  test('loses no character but spaces, and keeps to the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 40 }), (text, width) => {
        const lines = wrapText(text, width)

        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        for (const line of lines)
          expect(countColumns(line)).toBeLessThanOrEqual(/^\s*: :/.test(line) ? width + 1 : width)
      }),
    )
  })
})

test('wrapHanging() puts the lines after the first below its text', () => {
  expect(wrapHanging('1. to be or not to be', 11, 3)).toEqual(['1. to be or', '   not to', '   be'])
})

test('clipToWidth() keeps what fits and marks what it cuts', () => {
  expect(clipToWidth('short', 5)).toBe('short')
  expect(clipToWidth('longer', 5)).toBe('long…')
})

test('wrapText() begins no line with a command of a CI service', () => {
  expect(wrapText(`${'x'.repeat(10)} ::set-output name=a::b`, 12)).toEqual(['xxxxxxxxxx', ': :set-output', 'name=a::b'])
  expect(wrapText(`${'x'.repeat(12)}::stop::t`, 12)).toEqual(['xxxxxxxxxxxx', ': :stop::t'])
})
