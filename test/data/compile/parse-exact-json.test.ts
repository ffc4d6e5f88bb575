import { expect, test } from 'vitest'
import { parseExactJson } from '../../../src/data/compile/parse-exact-json.ts'

test.each<[string, unknown]>([
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['9007199254740991', 9007199254740991],
  ['{"id":12345678901234567890,"n":1}', { id: '12345678901234567890', n: 1 }],
  ['"12345678901234567890"', '12345678901234567890'],
  ['1.5', 1.5],
])('parseExactJson() reads %s as the vendor wrote it', (text, value) => {
  expect(parseExactJson(text)).toEqual(value)
})
