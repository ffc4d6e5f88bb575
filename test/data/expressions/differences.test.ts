import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkExpression } from '../../../src/data/expressions/check-expression.ts'
import { compileExpression } from '../../../src/data/expressions/compile-expression.ts'
import { expressionFunctions } from '../../../src/data/expressions/functions.ts'
import { Meter } from '../../../src/data/expressions/meter.ts'
import { parseExpression } from '../../../src/data/expressions/parse-expression.ts'
import { Unknown } from '../../../src/data/expressions/value.ts'

const page = readFileSync(new URL('../../../docs/expressions.md', import.meta.url), 'utf8')

/** `refused` before there is data, `unknown` with it, or a value. */
function ask(text: string): unknown {
  const parsed = parseExpression(text)
  if ('problem' in parsed) return 'refused'
  const gives = ['null', 'boolean', 'number', 'text', 'list', 'object'] as const
  if (checkExpression(parsed.node, { names: { item: {} }, gives }).problems.length > 0) return 'refused'
  const names = { item: { role: null, five: 5, none: [] } }
  const answer = compileExpression(parsed.node)({ names, items: [], now: new Date(0), meter: new Meter() })
  return answer instanceof Unknown ? 'unknown' : answer
}

test.each<[string, unknown]>([
  ["1 == '1'", 'refused'],
  ["item.five == '5'", 'unknown'],
  ["item.role != 'guest'", 'unknown'],
  ['item.role == null', true],
  ['null == null', true],
  ['null in [1]', 'unknown'],
  ['item.none.all(e, e > 0)', 'unknown'],
  ['item.none.exists(e, e > 0)', false],
  ['7 / 2', 3.5],
  ['9007199254740992 > 1', 'refused'],
  ['1u', 'refused'],
  ["b'x'", 'refused'],
  ["{'a': 1}", 'refused'],
  ["'b' > 'a'", 'refused'],
  ["'a'.matches('a')", 'refused'],
  ["timestamp('2020-01-01T00:00:00Z')", 'refused'],
  ["duration('1s')", 'refused'],
  ['type(1)', 'refused'],
  ["int('1')", 'refused'],
  ['1 / 0', 'unknown'],
  ['47.5 % 5.5', 3.5],
  ['[null] == [null]', 'unknown'],
  ["[1, 'foo'].exists(e, e == '10')", 'unknown'],
  ["size('abc')", 'refused'],
  ['size(item)', 'unknown'],
  ["length('abc')", 3],
  ['size(keys(item))', 3],
  ['[1] + [2]', 'refused'],
  ['true > false', 'refused'],
  ["'a,b'.split(',')", 'refused'],
  ["['a'].join(',')", 'refused'],
  ["split('a,b')", ['a', 'b']],
  ['[1, 2].all(i, e, i < e)', 'refused'],
  ['item.absent || true', true],
  ['item.absent && false', false],
])('%s gives %j', (text, expected) => {
  expect(ask(text)).toEqual(expected)
})

test('the page lists every function, and no other', () => {
  const listed = [...page.matchAll(/^\| `((?:subject\.)?\w+\([^`]*\))` \| (.*) \|$/gm)].map(([, usage, says]) => [
    usage,
    says,
  ])

  expect(listed).toEqual([...expressionFunctions.values()].map(({ usage, says }) => [usage, says]))
})
