import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeMarks, listChanges } from '../../../src/evidence/bundle/document-units.ts'

const base = { status: 'fail', resource: { id: 'u1' }, evidence: { mfa: false, list: [1, 2], none: [], 'odd key': 1 } }

test.each([
  ['a text', { ...base, status: 'pass' }, [['r.status', 'changed', 'pass']]],
  [
    'a number in a list',
    { ...base, evidence: { ...base.evidence, list: [1, 3] } },
    [['r.evidence.list[1]', 'changed', 3]],
  ],
  ['an odd name', { ...base, evidence: { ...base.evidence, 'odd key': 2 } }, [['r.evidence["odd key"]', 'changed', 2]]],
  ['a type', { ...base, status: null }, [['r.status', 'changed', null]]],
  [
    'two values',
    { ...base, status: 'pass', resource: { id: 'u2' } },
    [
      ['r.status', 'changed', 'pass'],
      ['r.resource.id', 'changed', 'u2'],
    ],
  ],
  ['a member more', { ...base, more: 1 }, [['r.more', 'added', 1]]],
  [
    'a list less',
    { ...base, evidence: { mfa: false, list: [1], none: [], 'odd key': 1 } },
    [['r', 'removed', undefined]],
  ],
  [
    'an empty list that is filled',
    { ...base, evidence: { ...base.evidence, none: [9] } },
    [['r.evidence.none[0]', 'changed', 9]],
  ],
])('listChanges() names %s', (_name, changed, expected) => {
  const found = listChanges({ path: 'r', text: JSON.stringify(changed) }, computeMarks(JSON.stringify(base)))

  expect(found.map(({ path, how, value }) => [path, how, value])).toEqual(expected)
})

test('listChanges() finds another spelling, a member twice and what is no JSON', () => {
  const marks = computeMarks('{"a":1}')

  const how = (text: string) => listChanges({ path: 'r', text }, marks).map((change) => change.how)
  expect(['{"a": 1}', '{"a":1.0}', '{"a":2,"a":1}', '{"\\u0061":1}'].flatMap(how)).toEqual(Array(4).fill('respelled'))
  expect(how('{"a":1')).toEqual(['broken'])
  expect(how('{"a":1}')).toEqual([])
})

test('listChanges() finds nothing in what is the same, and something in whatever is not', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (before, after) => {
      expect(listChanges({ path: '', text: before }, computeMarks(before))).toEqual([])
      expect(listChanges({ path: '', text: after }, computeMarks(before)).length > 0).toBe(before !== after)
    }),
  )
})
