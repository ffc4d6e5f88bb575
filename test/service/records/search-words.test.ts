import { expect, test } from 'vitest'
import { parseSearchWords } from '../../../src/service/records/search-words.ts'

test.each([
  ['Data-at-REST, encrypted?', ['data', 'at', 'rest', 'encrypted']],
  ['ｆｕｌｌ width', ['full', 'width']],
  ['暗号化 ключ', ['暗号化', 'ключ']],
  ['a* OR "b" NOT (c) %_', ['a', 'or', 'b', 'not', 'c']],
  ['again Again AGAIN', ['again']],
  ['— … ?', []],
])('parseSearchWords(%j) is %j, so that nothing of it is syntax of a search', (text, words) => {
  expect(parseSearchWords(text)).toEqual(words)
})

test('parseSearchWords() takes at most 20 words', () => {
  expect(parseSearchWords(Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '))).toHaveLength(20)
})
