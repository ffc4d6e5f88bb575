import { expect, test } from 'vitest'
import { findProblems, judge, runFile, thing } from './run-file.ts'

const ended = async (rule: string, ...things: readonly object[]) => {
  const { check } = await judge(
    rule,
    things.map((each, index) => ({ id: index + 1, ...each })),
  )
  return [check.status, ...check.results.map(({ status }) => status)]
}

test('"where" passes over items, and says nothing of them', async () => {
  expect(await ended('pass: item.on\n    where: item.own', { own: true, on: true }, { own: false, on: false })).toEqual(
    ['pass', 'pass'],
  )
})

test('an item of which "where" cannot be told is undecided', async () => {
  expect(await ended('pass: item.on\n    where: item.own', { own: 'yes', on: true })).toEqual(['error'])
})

test('"applies" that is false says that the check does not apply', async () => {
  expect(await ended('pass: item.on\n    applies: item.own', { own: false, on: false })).toEqual([
    'not_applicable',
    'not_applicable',
  ])
})

test('"unknown" leaves an item open before it is judged', async () => {
  expect(
    await ended("pass: item.on\n    unknown: [{ when: item.trial, because: 'It is a trial.' }]", {
      on: true,
      trial: true,
    }),
  ).toEqual(['error'])
})

test('"review" with a condition sends to people those items alone', async () => {
  const review = 'review: { when: item.odd, title: Look at it, description: Decide. }'

  expect(await ended(`pass: item.on\n    ${review}`, { on: true, odd: true }, { on: true, odd: false })).toEqual([
    'manual',
    'manual',
    'pass',
  ])
})

test('one gap that is true fails, although another cannot be told', async () => {
  const gaps = 'gaps: [{ when: item.a, says: a is wrong }, { when: item.b, says: b is wrong }]'

  expect(await ended(gaps, { a: true })).toEqual(['fail', 'fail'])
})

test('no gap passes only if all of them can be told', async () => {
  const gaps = 'gaps: [{ when: item.a, says: a is wrong }, { when: item.b, says: b is wrong }]'

  expect(await ended(gaps, { a: false })).toEqual(['error'])
})

test('gaps say what is wrong, in the order of the file', async () => {
  const gaps = 'gaps: [{ when: item.a, says: a is wrong }, { when: item.b, says: b is wrong }]'
  const { check } = await judge(`${gaps}\n    evidence: { a: item.a }`, [{ id: 1, a: true, b: true }])

  expect(check.results).toMatchObject([{ status: 'fail', evidence: { a: true } }])
})

const exempt = `notApplicable:
      - { when: item.off, title: '{item.id} is off', evidence: { off: item.off } }
      - { when: has(item.bot) && item.bot, title: '{item.id} is a bot' }`

test('the first reason that is true says why the check does not apply', async () => {
  const { check } = await judge(`pass: item.on\n    ${exempt}`, [
    { id: 1, off: true, bot: true, on: false },
    { id: 2, off: false, bot: true, on: false },
    { id: 3, off: false, on: true },
  ])

  expect(check.results.map(({ status, title }) => [status, title])).toEqual([
    ['not_applicable', '1 is off'],
    ['not_applicable', '2 is a bot'],
    ['pass', 'Things are well'],
  ])
  expect(check.results[0]).toMatchObject({ evidence: { off: true } })
})

test('an item of which a reason cannot be told is undecided', async () => {
  expect(await ended(`pass: item.on\n    ${exempt}`, { off: 'no', on: true })).toEqual(['error'])
})

test('several reasons stand in place of "applies"', () => {
  expect(findProblems(thing(`pass: item.on\n    applies: item.own\n    ${exempt}`)).join()).toContain(
    'cannot stand beside several titles',
  )
})

test.each([
  ['item.a.all(x, x > 0) && item.b', { a: [] }],
  ['item.b && item.a.all(x, x > 0)', { a: [] }],
  ['item.a.all(x, x > 0) == item.b', { a: [] }],
  ['item.a.all(x, x > 0) ? item.b : item.c', { a: [] }],
  ['item.a.all(x, x.all(y, y))', { a: [[], 'none'] }],
  ['size(item.a.filter(x, x.all(y, y))) == 0', { a: [[], 'none'] }],
])('"onEmpty" does not decide %s, of which something else is unknown', async (pass, thing) => {
  const { check } = await judge(`onEmpty: pass\n    pass: '${pass}'`, [{ id: 1, ...thing }])

  expect([check.status, check.results]).toEqual(['error', []])
})

test('"onEmpty" decides where all that is unknown is an empty list', async () => {
  const { check } = await judge("onEmpty: pass\n    pass: 'item.a.all(x, x) && item.b'", [{ id: 1, a: [], b: true }])

  expect(check.results.map(({ status }) => status)).toEqual(['pass'])
})

test('a number that is too large for any program is not above a limit', async () => {
  const body = '{"data":[{"id":1,"n":1e999}]}'
  const route = { headers: { 'content-type': 'application/json' }, body }
  const { check } = await runFile(thing('pass: item.n > 5'), { 'GET /things': route })

  expect([check.status, check.results]).toEqual(['error', []])
})

test('a check that shows some items to a person does not apply where "where" leaves out all', async () => {
  const rule = `list: { path: /things, items: data, next: none }
    where: item.on
    review: { title: 'Look at {item.id}', description: Look. }`
  const parts = thing('', rule).replace('    fail: { title: It is not, remediation: Mend it. }', '')
  const ask = async (...data: readonly object[]) =>
    (await runFile(parts, { 'GET /things': { json: { data } } })).check.status

  expect([await ask({ id: 1, on: false }), await ask({ id: 1, on: true })]).toEqual(['not_applicable', 'manual'])
})

test('string() takes what one answer writes as a word and another as true or false', async () => {
  const { check } = await judge(`pass: string(item.on) == 'true'`, [
    { id: 1, on: true },
    { id: 2, on: 'true' },
    { id: 3, on: false },
  ])

  expect(check.results.map(({ status }) => status)).toEqual(['pass', 'pass', 'fail'])
})
