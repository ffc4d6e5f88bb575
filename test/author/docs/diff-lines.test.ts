import { expect, test } from 'vitest'
import { diffLines } from '../../../src/author/docs/diff-lines.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`)

test('diffLines() shows each place that differs, with two lines around', () => {
  const before = numbers(30)
  const after = before.with(4, 'changed\n').with(24, 'changed too\n')

  expect(diffLines(before.join(''), after.join(''))).toEqual([
    '@@ line 3 @@',
    '  line 3',
    '  line 4',
    '- line 5',
    '+ changed',
    '  line 6',
    '  line 7',
    '@@ line 23 @@',
    '  line 23',
    '  line 24',
    '- line 25',
    '+ changed too',
    '  line 26',
    '  line 27',
  ])
})

test('diffLines() cuts what nobody reads', () => {
  const lines = diffLines('', numbers(50).join(''))

  expect(lines).toHaveLength(22)
  expect(lines.at(-1)).toBe('+ … 30 more')
})

test('diffLines() gives up on a page made anew, and says so', () => {
  const before = Array.from({ length: 3_000 }, (_, index) => `old ${index}`).join('\n')
  const after = Array.from({ length: 3_000 }, (_, index) => `new ${index}`).join('\n')

  expect(diffLines(before, after)).toEqual(['@@ nearly every line differs @@'])
})
