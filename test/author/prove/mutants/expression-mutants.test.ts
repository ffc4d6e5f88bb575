import { expect, test } from 'vitest'
import { listExpressionMutants } from '../../../../src/author/prove/mutants/expression-mutants.ts'
import type { Vocabulary } from '../../../../src/author/prove/mutants/vocabulary.ts'
import { writeExpression } from '../../../../src/author/prove/mutants/write-expression.ts'
import { type ExpressionNode, parseExpression } from '../../../../src/data/expressions/parse-expression.ts'

const texts = [
  'item.mfa',
  "!(item.state in ['on', 'off'])",
  "(a.b == 'x' && !c.d) || e.f.exists(r, (r.g in ['a', 'b']) && r.h >= 3)",
  'x == null ? false : x.y.filter(q, q.z).map(q, q.z.w)',
  "item['odd.name'] + 'it\\'s' == lower(item.x) || -item.n * 2 < (item.n - 1) / 3",
  'has(item.x) && [22, 23].exists(p, opensPort(item.port, p))',
  'item.list[0].x',
]

/** What an expression is, without its places. */
function toTree(node: ExpressionNode): unknown {
  return JSON.stringify(node, (name, value) =>
    ['pos', 'start', 'end'].includes(name) ? undefined : typeof value === 'bigint' ? String(value) : value,
  )
}

function parse(text: string): ExpressionNode {
  const parsed = parseExpression(text)
  if ('problem' in parsed) throw new Error(`${text}: ${parsed.problem.message}`)
  return parsed.node
}

const vocabulary: Vocabulary = {
  wordsOf: () => ['on', 'gone'],
  siblingsOf: (member) => (member === 'mfa' ? ['sso'] : []),
}

test.each(texts)('writeExpression() writes %s so that it means the same', (text) => {
  expect(toTree(parse(writeExpression(parse(text))))).toBe(toTree(parse(text)))
})

test.each(texts)('listExpressionMutants() makes other expressions of %s', (text) => {
  const mutants = listExpressionMutants(text, true, vocabulary)

  expect(mutants.length).toBeGreaterThan(0)
  for (const mutant of mutants)
    expect([mutant.text, toTree(parse(mutant.text))]).not.toEqual([mutant.text, toTree(parse(text))])
  expect(new Set(mutants.map((mutant) => mutant.text)).size).toBe(mutants.length)
})

test('listExpressionMutants() makes each kind of mistake', () => {
  const list = (text: string) =>
    listExpressionMutants(text, true, vocabulary).map(({ kind, text: to }) => `${kind}: ${to}`)

  expect(list('item.mfa')).toEqual(['negate: !(item.mfa)', 'sibling: item.sso'])
  expect(list("item.state in ['on', 'off']")).toEqual([
    "negate: !(item.state in ['on', 'off'])",
    "word: item.state in ['off']",
    "word: item.state in ['on']",
    "word: item.state in ['on', 'off', 'gone']",
  ])
  expect(list('age(item.at) <= 90')).toEqual([
    'negate: !(age(item.at) <= 90)',
    'bound: (age(item.at)) < (90)',
    'bound: age(item.at) <= 91',
    'function: remaining(item.at) <= 90',
  ])
  expect(list('a.x && b.y')).toEqual([
    'and-or: (a.x) || (b.y)',
    'dropped-part: (a.x)',
    'dropped-part: (b.y)',
    'negate: (!(a.x)) && b.y',
    'negate: a.x && (!(b.y))',
  ])
  expect(list('item.x == null ? false : item.x.filter(q, q.z).all(q, q.w)')).toEqual(
    expect.arrayContaining([
      'default: (item.x == null) ? true : item.x.filter(q, q.z).all(q, q.w)',
      'dropped-filter: (item.x == null) ? false : (item.x).all(q, q.w)',
      'function: (item.x == null) ? false : ((item.x.filter(q, q.z)).exists(q, q.w))',
    ]),
  )
})
