import { expect, test } from 'vitest'
import { findProblems, judge, judgeAnswer, thing } from './run-file.ts'

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

const last =
  "values: { last: { of: item.last, none: { values: [null], absent: true, source: 'https://acme.example/api' }"

test.each([
  ['absent', {}, ['fail']],
  ['null', { last: null }, ['fail']],
  ['there', { last: 3 }, ['pass']],
  ['another word for none', { last: 'never' }, []],
])('a value with "none" that is %s gives %j %j', async (_what, thing, results) => {
  const { check } = await judge(`${last}, otherwise: '0' } }\n    pass: last > 0`, [{ id: 1, ...thing }])

  expect(check.results.map(({ status }) => status)).toEqual(results)
})

test('a value with "none" and nothing else is null then, which a rule may ask for', async () => {
  const { check } = await judge(`${last} } }\n    pass: last != null`, [{ id: 1 }, { id: 2, last: 1 }])

  expect(check.results.map(({ status }) => status)).toEqual(['fail', 'pass'])
})

test('null is none only where the file says so', async () => {
  const absentOnly = "values: { last: { of: item.last, none: { absent: true, source: 'A page.' }, otherwise: '0' } }"
  const { check } = await judge(`${absentOnly}\n    pass: last > 0`, [{ id: 1, last: null }])

  expect([check.status, check.results]).toEqual(['error', []])
})

test('"none" has to say what it means, and where the vendor says so', () => {
  const value = (none: string) => thing(`values: { last: { of: item.last, none: ${none} } }\n    pass: last == null`)

  expect(findProblems(value('{ absent: true }')).join()).toContain('none.source')
  expect(findProblems(value('{ source: A page. }')).join()).toContain('says neither "values" nor')
})

test('a value with "none" that rests on has(…) is for texts only', () => {
  const value = "values: { last: { of: 'has(item.last) ? 1 : 0', none: { absent: true, source: A page. } } }"

  expect(findProblems(thing(`${value}\n    pass: last == 1`)).join()).toContain('asks by has(…)')
})

test.each([
  ['seconds', 1_700_000_000],
  ['milliseconds', 1_700_000_000_000],
  ['day', '2023-11-14'],
  ['iso', '2023-11-14T22:13:20Z'],
])('a time in %s has an age', async (time, last) => {
  const values = `values: { last: { of: item.last, time: ${time} } }\n    pass: age(last) < 90`
  const { check } = await judge(values, [{ id: 1, last }, { id: 2, last: 'soon' }, { id: 3 }])

  expect(check.results.map(({ status, resource }) => [status, resource?.id])).toEqual([['fail', '1']])
  expect(check.status).toBe('error')
})

test('a time that is none is null, or the time that stands in its place', async () => {
  const none = "none: { values: [0], source: 'A page.' }"
  const values = `values: { a: { of: item.a, ${none}, time: seconds }, b: { of: item.a, ${none}, otherwise: item.b, time: seconds } }`
  const { check } = await judge(`${values}\n    pass: a == null && age(b) > 90`, [{ id: 1, a: 0, b: 1_700_000_000 }])

  expect(check.results.map(({ status }) => status)).toEqual(['pass'])
})

test('a value that is neither a time nor may be none is an expression alone', () => {
  expect(findProblems(thing('values: { a: { of: item.on } }\n    pass: a')).join()).toContain('write the expression')
})

test.each([
  ['2026-05-01 12:30:00', 'pass'],
  ['2026-05-01T12:30:00.5', 'pass'],
  ['2026-05-01T12:30:00Z', undefined],
  ['2026-05-01 12:30:00 +02:00', undefined],
  ['2026-05-01', undefined],
  ['2026-02-30 12:30:00', undefined],
  [1_777_638_600, undefined],
])('a time without a zone, which the file says is in UTC: %j gives %j', async (last, status) => {
  const { check } = await judge(
    "values: { last: { of: item.last, time: utc } }\n    pass: last.startsWith('2026-05-01T12:30')",
    [{ id: 1, last }],
  )

  expect(check.results[0]?.status).toBe(status)
})

test.each([
  ['milliseconds', '1777638600000', 'pass'],
  ['seconds', '1777638600', 'pass'],
  ['milliseconds', '1777638600', undefined],
  ['seconds', '1777638600.5', undefined],
  ['seconds', '', undefined],
  ['iso', '1777638600', undefined],
])('a number of %s that is written as text: %j gives %j', async (time, last, status) => {
  const { check } = await judge(
    `values: { last: { of: item.last, time: ${time} } }\n    pass: last.startsWith('2026-05-01T12:30')`,
    [{ id: 1, last }],
  )

  expect(check.results[0]?.status).toBe(status)
})

const exceptions = (absent: string) =>
  `values: { n: { of: item.policy.exceptions, none: { absent: ${absent}, source: 'A page.' }, otherwise: '0' } }\n    pass: n == 0`

test.each([
  ['true', { policy: {} }, ['pass']],
  ['true', {}, []],
  ['true', { policy: null }, []],
  ['withParents', {}, ['pass']],
  ['withParents', { policy: null }, []],
])('a member that may be absent (%s) of %j gives %j', async (absent, thing, results) => {
  const { check } = await judge(exceptions(absent), [{ id: 1, ...thing }])

  expect(check.results.map(({ status }) => status)).toEqual(results)
})

test.each([
  ['true', {}, []],
  ['true', { name: 'Acme' }, ['pass']],
  ['withParents', {}, []],
  ['withParents', '', []],
  ['withParents', null, []],
  ['withParents', { name: 'Acme' }, ['pass']],
  ['withAnswer', {}, ['pass']],
  ['withAnswer', { name: 'Acme' }, ['pass']],
])('a member that may be absent (%s) of the whole answer %j gives %j', async (absent, answer, results) => {
  const value = `values: { n: { of: body.exceptions, none: { absent: ${absent}, source: 'A page.' }, otherwise: '0' } }`

  const { check } = await judgeAnswer(`${value}\n    pass: n == 0`, answer)

  expect(check.results.map(({ status }) => status)).toEqual(results)
})

test('only a member may be absent, because a calculation may miss anything', () => {
  const bad =
    "values: { bad: { of: 'item.f.exists(f, f.bad)', none: { absent: true, source: 'A page.' }, otherwise: 'false' } }"

  expect(findProblems(thing(`${bad}\n    pass: '!bad'`)).join()).toContain('is for a member')
})
