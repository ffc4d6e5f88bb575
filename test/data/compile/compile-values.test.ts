import { expect, test } from 'vitest'
import { findProblems, judge, thing } from './run-file.ts'

test('a later value may use those before it', async () => {
  const { check } = await judge('values: { a: item.n + 1, b: a * 2 }\n    pass: b == 4', [{ id: 1, n: 1 }])

  expect(check.results.map(({ status }) => status)).toEqual(['pass'])
})

test('a value that cannot be told leaves the rule that rests on it undecided', async () => {
  const { check } = await judge('values: { a: item.n + 1 }\n    pass: a == 2', [{ id: 1 }])

  expect([check.status, check.results]).toEqual(['error', []])
})

test('a value that reads no answer is none that a rule may rest on', () => {
  expect(findProblems(thing('values: { a: 1 + 1 }\n    pass: a == 2')).join()).toContain('reads nothing of an answer')
})

test('a value may not take the name of an answer', () => {
  expect(findProblems(thing('values: { item: item.on }\n    pass: item.on')).join()).toContain(
    'already stands for something else',
  )
})

test('evidence of a rule about values is what the values read', async () => {
  const { check } = await judge('values: { a: item.n + 1 }\n    pass: a == 2', [{ id: 1, n: 1, secret: 's' }])

  expect(check.results).toMatchObject([{ evidence: { n: 1 } }])
})
