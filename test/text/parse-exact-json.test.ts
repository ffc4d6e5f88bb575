import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson } from '../../src/text/parse-exact-json.ts'

test.each<[string, unknown]>([
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['9007199254740991', 9_007_199_254_740_991],
  // Exact, but 9007199254740993 is read as the same number.
  ['9007199254740992', '9007199254740992'],
  ['{"id":12345678901234567890,"n":1}', { id: '12345678901234567890', n: 1 }],
  ['"12345678901234567890"', '12345678901234567890'],
  ['[1909699624467843201 , 1909699624467843202]', ['1909699624467843201', '1909699624467843202']],
  ['{"a":{"b":[{"id":1909699624467843201}]}}', { a: { b: [{ id: '1909699624467843201' }] } }],
  ['{"__proto__":1909699624467843201}', JSON.parse('{"__proto__":"1909699624467843201"}')],
  ['9007199254740993.0', '9007199254740993.0'],
  ['9007199254740990.9999999', '9007199254740990.9999999'],
  ['1e400', '1e400'],
  ['1e-400', '1e-400'],
  ['{"id":1E21}', { id: '1E21' }],
  ['[123456789e10]', ['123456789e10']],
  ['1e3', 1000],
  ['0e999', 0],
  ['1700000000.123456789', '1700000000.123456789'],
  ['1700000000.123456', 1_700_000_000.123456],
  ['0.10000000000000000000', 0.1],
  ['0.10000000000000000001', '0.10000000000000000001'],
  ['1.5', 1.5],
  // As .NET and PHP write the double of 0.8455124082255701.
  ['0.84551240822557006', 0.8455124082255701],
  ['-33.299999999999997', -33.3],
  ['0.845512408225570061', '0.845512408225570061'],
  ['"7e10"', '7e10'],
])('parseExactJson() reads %s as the vendor wrote it', (text, value) => {
  expect(parseExactJson(text)).toStrictEqual(value)
})

/** A program that writes a double in 17 digits means the double. */
function isShortFraction(source: string): boolean {
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
  return digits.length <= 17 && !Number.isInteger(Number(source))
}

test('parseExactJson() gives back each number by its value, or the text of it', () => {
  const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/)
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits,
      fc.stringMatching(/^(?:\.\d{1,24})?$/),
      fc.stringMatching(/^(?:[eE][-+]?\d{1,2})?$/),
    )
    .map((parts) => parts.join(''))

  fc.assert(
    fc.property(number, fc.stringMatching(/^[ \t\r\n]{0,20}$/), (source, space) => {
      const [read] = parseExactJson(`[${space}${source}${space}]`) as [unknown]

      if (typeof read === 'string') expect(read).toBe(source)
      else if (isShortFraction(source)) expect(read).toBe(Number(source))
      else expect(toFraction(String(read))).toStrictEqual(toFraction(source))
    }),
    { numRuns: 2000 },
  )
})

test('parseExactJson() reads what JSON.parse writes as JSON.parse does, where no number is too long', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value)

      expect(parseExactJson(text)).toStrictEqual(
        JSON.parse(text, (_name, each) =>
          Number.isInteger(each) && !Number.isSafeInteger(each) ? JSON.stringify(each) : each,
        ),
      )
    }),
  )
})

test.each(['', '01', '1.', '[1909699624467843201', '{1909699624467843201:1}', '-', '1909699624467843201x'])(
  'parseExactJson() refuses %j, which is not JSON',
  (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError)
  },
)

test('parseExactJson() takes time in proportion to its text', () => {
  const zeros = `[0.${'0'.repeat(2_000_000)}1]`
  const almost = `[${'123456789012345,'.repeat(100_000)}1]`

  expect(parseExactJson(zeros)).toStrictEqual([zeros.slice(1, -1)])
  expect(parseExactJson(almost)).toHaveLength(100_001)
})

/** A decimal as an integer and a power of ten that is as large as it can be. */
function toFraction(text: string): readonly [bigint, bigint] {
  const [, sign, whole = '', fraction = '', power = '0'] = /^(-?)(\d+)\.?(\d*)(?:[eE](.+))?$/.exec(text) ?? []
  let [value, shift] = [BigInt(`${whole}${fraction}`), BigInt(power) - BigInt(fraction.length)]
  if (value === 0n) return [0n, 0n]
  while (value % 10n === 0n) [value, shift] = [value / 10n, shift + 1n]
  return [sign === '-' ? -value : value, shift]
}
