import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clip, columnsOf, hanging, wrap } from '../../src/report/layout.ts'

describe('columnsOf()', () => {
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
    expect(columnsOf(text)).toBe(columns)
  })
})

describe('wrap()', () => {
  test('breaks at spaces, and inside a word that is longer than a line', () => {
    expect(wrap('to be or not to be', 8)).toEqual(['to be or', 'not to', 'be'])
    expect(wrap('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k'])
  })

  test('leaves every character as it is, also one that Unicode would write in another way', () => {
    expect(wrap('\uf900 e\u0301', 4)).toEqual(['\uf900 e\u0301'])
  })

  test('loses no character but spaces, and keeps to the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 40 }), (text, width) => {
        const lines = wrap(text, width)

        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})

test('hanging() puts the lines after the first below its text', () => {
  expect(hanging('1. to be or not to be', 11, 3)).toEqual(['1. to be or', '   not to', '   be'])
})

test('clip() keeps what fits and marks what it cuts', () => {
  expect(clip('short', 5)).toBe('short')
  expect(clip('longer', 5)).toBe('long…')
})
