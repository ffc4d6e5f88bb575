import { expect, test } from 'vitest'
import { decodePercent } from '../../src/text/decode-percent.ts'

test.each([
  ['a%20b', 'a b'],
  ['', ''],
  ['100%', undefined],
  ['%ff', undefined],
])('decodePercent(%j) is %j', (text, decoded) => {
  expect(decodePercent(text)).toBe(decoded)
})
