import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listStoredWords, parseSearchWords } from '../../../src/service/records/search-words.ts'

test.each([
  ['Data-at-REST, encrypted?', ['data', 'at', 'rest', 'encrypted']],
  ['ｆｕｌｌ width', ['full', 'width']],
  ['暗号化 ключ', ['暗号', '号化', 'ключ']],
  ['鍵', ['鍵']],
  ['डेटा एन्क्रिप्ट', ['डेटा', 'एन्क्रिप्ट']],
  ['مُشفَّرة', ['مُشفَّرة']],
  ['ข้อมูล', ['ข้อ', 'อมู', 'มูล']],
  ['verschlu\u0308sselt', ['verschlüsselt']],
  ['AES256で', ['aes256', 'で']],
  ['a* OR "b" NOT (c) %_', ['a', 'or', 'b', 'not', 'c']],
  ['again Again AGAIN', ['again']],
  ['— … ?', []],
])('parseSearchWords(%j) is %j, so that nothing of it is syntax of a search', (text, words) => {
  expect(parseSearchWords(text)).toEqual(words)
})

test('parseSearchWords() takes at most 20 words', () => {
  expect(parseSearchWords(Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '))).toHaveLength(20)
})

const word = fc.constantFrom(
  'डेटा',
  'एन्क्रिप्ट',
  'مُشفَّرة',
  'ข้อมูล',
  'ถูก',
  '暗号化',
  'AES-256',
  'İstanbul',
  'ключ',
  'naïve',
  'で',
  'ー',
)

test('each word that is sought begins a stored one of a text that has it (property)', () => {
  fc.assert(
    fc.property(
      fc.array(word),
      word,
      fc.array(word),
      fc.constantFrom(' ', ', ', ''),
      (before, sought, after, between) => {
        const stored = listStoredWords([before.join(between), sought, after.join(between)].join(' '))

        expect(parseSearchWords(sought).filter((each) => !stored.some((one) => one.startsWith(each)))).toEqual([])
      },
    ),
  )
})

test('a part of a text without spaces is found wherever it stands', () => {
  const stored = listStoredWords('ข้อมูลถูกเข้ารหัสหรือไม่')

  for (const sought of ['ข้อมูล', 'เข้ารหัส', 'ไม่', 'ม่'])
    expect(parseSearchWords(sought).every((each) => stored.some((one) => one.startsWith(each)))).toBe(true)
})

test('listStoredWords() keeps no word longer than a database takes, also of letters with very many marks', () => {
  const texts = [
    'x'.repeat(5_000),
    `a${'\u0301'.repeat(5_000)}`,
    `ก${'่'.repeat(5_000)}ก`,
    '𝔞'.repeat(5_000),
    '𐐨'.repeat(5_000),
  ]

  const bytes = texts.flatMap((text) => listStoredWords(text)).map((stored) => Buffer.byteLength(stored))

  expect(Math.max(...bytes)).toBeLessThanOrEqual(2_000)
})
