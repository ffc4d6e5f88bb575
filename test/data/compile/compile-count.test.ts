import { expect, test } from 'vitest'
import { findProblems, runFile, thing } from './run-file.ts'

const rule = (count: string) => thing(`count: ${count}`).replace('id: item.id', 'id: "\'all\'"')
const ask = async (count: string, ...things: readonly object[]) => {
  const { check } = await runFile(rule(count), { 'GET /things': { json: { data: things } } })
  return [check.status, ...check.results.map(({ status, evidence }) => [status, evidence])]
}

test('as many as may be pass', async () => {
  expect(await ask('{ where: item.on, max: 1 }', { on: true }, { on: false })).toEqual([
    'pass',
    ['pass', { count: 1, unknown: 0 }],
  ])
})

test('an item that may count leaves the check undecided where it could make the difference', async () => {
  expect(await ask('{ where: item.on, max: 1 }', { on: true }, {})).toEqual(['error'])
})

test('an item that may count changes nothing where it cannot make the difference', async () => {
  expect(await ask('{ where: item.on, max: 2 }', { on: true }, {})).toEqual([
    'pass',
    ['pass', { count: 1, unknown: 1 }],
  ])
})

test('too many stay too many, whatever the others are', async () => {
  expect(await ask('{ where: item.on, max: 1 }', { on: true }, { on: true }, {})).toMatchObject([
    'fail',
    ['fail', { count: 2 }],
  ])
})

test('too few fail only where those that may count are too few, too', async () => {
  expect(await ask('{ where: item.on, min: 2 }', { on: true }, { on: false })).toMatchObject([
    'fail',
    ['fail', { count: 1 }],
  ])
})

test('items with one value of "distinct" count once', async () => {
  expect(
    await ask('{ where: item.on, distinct: item.who, max: 1 }', { on: true, who: 'a' }, { on: true, who: 'a' }),
  ).toMatchObject(['pass', ['pass', { count: 1 }]])
})

test('an empty list is no count', async () => {
  expect(await ask('{ where: item.on, max: 1 }')).toEqual(['error'])
})

test('a count without a limit is refused', () => {
  expect(findProblems(rule('{ where: item.on }')).join()).toContain('checks[0].count needs "min" or "max"')
})

test('"applies" is refused beside a count', () => {
  expect(findProblems(rule('{ where: item.on, max: 1 }\n    applies: item.on')).join()).toContain('use "where"')
})

test('items that count in part are for a person, where they could make the difference', async () => {
  const askInPart = (limit: string, ...things: readonly object[]) =>
    ask(
      `{ where: item.on, ${limit} }\n    review: { when: has(item.part) && item.part, title: 'In part {counted.forReview}', description: Look. }`,
      ...things,
    )

  const part = { on: true, part: true }
  expect(await askInPart('min: 1', part)).toEqual(['manual', ['manual', { count: 0, forReview: 1, unknown: 0 }]])
  expect(await askInPart('min: 1', part, { on: true })).toMatchObject(['pass', ['pass', { count: 1, forReview: 1 }]])
  expect(await askInPart('min: 1', { on: true, part: false })).toMatchObject(['pass', ['pass', { count: 1 }]])
  expect(await askInPart('min: 1', { on: false, part: true })).toMatchObject(['fail', ['fail', { forReview: 0 }]])
  expect(await askInPart('min: 3', part, { on: true })).toMatchObject(['fail', ['fail', { count: 1, forReview: 1 }]])
  expect(await askInPart('max: 1', part, { on: true })).toMatchObject(['manual', ['manual', { forReview: 1 }]])
  expect(await askInPart('min: 1', part, {})).toEqual(['error'])
  expect(await askInPart('min: 1', { on: true, part: 'yes' })).toEqual(['error'])
})

test('a review of every item is refused beside a count', () => {
  const problems = findProblems(rule('{ where: item.on, max: 1 }\n    review: { title: Look, description: Look. }'))

  expect(problems.join()).toContain('checks[0].review lets a person decide every item; say "when"')
})
