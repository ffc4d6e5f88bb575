import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { id } from '../../../src/define/index.ts'
import { parseExactJson } from '../../../src/text/parse-exact-json.ts'

test.each<[unknown, string]>([
  ['u-1', 'u-1'],
  ['007', '007'],
  [7, '7'],
  [0, '0'],
  [-3, '-3'],
  [9_007_199_254_740_991, '9007199254740991'],
  ['1909699624467843201', '1909699624467843201'],
])('id() reads %j as text', (value, text) => {
  expect(z.object({ id: id() }).parse({ id: value })).toEqual({ id: text })
})

test.each([[null], [undefined], [''], [' '], [true], [1.5], [2 ** 53], [Number.NaN], ['\ud800'], [{}], [['a']]])(
  'id() refuses %j',
  (value) => {
    expect(z.safeParse(id(), value).success).toBe(false)
  },
)

test('id() of a number in an answer is what the vendor wrote', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (number) => {
      expect(z.parse(id(), parseExactJson(String(number)))).toBe(String(number))
    }),
  )
})
