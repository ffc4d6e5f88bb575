import { describe, expect, test } from 'vitest'
import { formatColumns } from '../../../src/service/commands/format-columns.ts'

const plain = { paint: (_style: unknown, text: string) => text }

describe('formatColumns()', () => {
  test('aligns by what a terminal shows, also where letters take two columns', () => {
    const text = formatColumns(
      [
        ['日本', 'x', 'first'],
        ['abcdef', 'yy', 'second'],
      ],
      { width: 80, ...plain },
    )

    expect(text).toBe('日本    x   first\nabcdef  yy  second\n')
  })

  test('wraps the last column below itself', () => {
    const text = formatColumns([['id', 'one two three four five six seven']], { width: 30, ...plain })

    expect(text).toBe('id  one two three four five\n    six seven\n')
  })

  test('puts the last column below the others where there is little room', () => {
    const text = formatColumns([['a-long-identifier', 'what it is about']], { width: 30, ...plain })

    expect(text).toBe('a-long-identifier\n    what it is about\n')
  })

  test('fills rows that are shorter than others, and gives nothing for no rows', () => {
    const text = formatColumns([['a', 'b', 'c'], ['d']], { width: 80, ...plain })

    expect(text).toBe('a  b  c\nd\n')
    expect(formatColumns([], { width: 80, ...plain })).toBe('')
  })
})
