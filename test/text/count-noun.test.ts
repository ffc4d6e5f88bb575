import { expect, test } from 'vitest'
import { countNoun } from '../../src/text/count-noun.ts'

test.each([
  [0, '0 checks'],
  [1, '1 check'],
  [2, '2 checks'],
])('countNoun(%i) writes %s', (count, text) => {
  expect(countNoun(count, 'check')).toBe(text)
})

test('countNoun() takes the plural of what does not add an "s"', () => {
  expect([countNoun(1, 'retry', 'retries'), countNoun(2, 'retry', 'retries')]).toEqual(['1 retry', '2 retries'])
})
