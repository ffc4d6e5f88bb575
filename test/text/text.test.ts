import { expect, test } from 'vitest'
import { countNoun } from '../../src/text/count-noun.ts'
import { decodePercent } from '../../src/text/decode-percent.ts'
import { decodeUtf8 } from '../../src/text/decode-utf8.ts'

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

test.each([
  ['a%20b', 'a b'],
  ['', ''],
  ['100%', undefined],
  ['%ff', undefined],
])('decodePercent(%j) is %j', (text, decoded) => {
  expect(decodePercent(text)).toBe(decoded)
})

test('decodeUtf8() tells bytes that are no text from text, and keeps the mark where it is asked to', () => {
  const marked = Buffer.from('\ufeffé')

  expect(decodeUtf8(marked)).toBe('é')
  expect(decodeUtf8(marked, { keepsMark: true })).toBe('\ufeffé')
  expect(decodeUtf8(new Uint8Array([0xff]))).toBeUndefined()
})
