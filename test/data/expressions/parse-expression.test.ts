import { expect, test } from 'vitest'
import { parseExpression } from '../../../src/data/expressions/parse-expression.ts'

test.each([
  ['item.a and item.b', 'write && for "and"', 'and'],
  ['item.a OR item.b', 'write || for "or"', 'OR'],
  ['not item.a', 'write ! for "not", and !(x in […]) for "not in"', 'not '],
  ["item.role not in ['a']", 'write ! for "not", and !(x in […]) for "not in"', 'not '],
  ['item.a = true', 'write == to compare', '='],
  ['item.a !== true', 'write == or !=', '!=='],
  ['item.list.exists(x => x.ok)', 'write list.exists(each, each.mfa), without an arrow', '=>'],
])('%s: parseExpression() says how it is written here', (text, message, written) => {
  const parsed = parseExpression(text)

  expect(parsed).toMatchObject({ problem: { message: `is no expression: ${message}` } })
  expect('problem' in parsed && text.slice(parsed.problem.start, parsed.problem.end)).toBe(written)
})

test.each([["item.title == 'this and that' &&"], ['item.or &&'], ['item.a <= 3 &&']])(
  '%s: parseExpression() takes no other language for the mistake',
  (text) => {
    expect(parseExpression(text)).toMatchObject({
      problem: { message: 'is no expression: unexpected token: the end of the text' },
    })
  },
)
