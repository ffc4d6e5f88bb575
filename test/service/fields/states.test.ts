import { expect, test } from 'vitest'
import { choice, day, flag, number, text } from '../../../src/service/fields/field.ts'
import {
  demandReachable,
  deriveState,
  isAfter,
  isAtLeast,
  isBefore,
  isBelow,
  isEmpty,
  isFrom,
  isOneOf,
  isSet,
  type States,
} from '../../../src/service/fields/states.ts'

const about = { description: 'A field.' }
const fields = {
  from: day(about),
  to: day(about).optional(),
  level: number({ min: 1, max: 5, ...about }),
  kind: choice(['a', 'b'], about),
  done: flag(about),
  note: text({ max: 10, ...about }),
}

test.each<[string, States, Record<string, unknown>, string]>([
  ['the day after today', { later: { from: isAfter() }, now: {} }, { from: '2026-05-02' }, 'later'],
  ['today', { later: { from: isAfter() }, now: {} }, { from: '2026-05-01' }, 'now'],
  ['a day in 30 days', { soon: { to: isBefore(31) }, far: {} }, { to: '2026-05-31' }, 'soon'],
  ['no day', { soon: { to: isBefore(31) }, far: {} }, { to: null }, 'far'],
  ['a number', { low: { level: isBelow(3) }, high: { level: isAtLeast(3) } }, { level: 3 }, 'high'],
  [
    'a word and a flag',
    { both: { kind: isOneOf('a'), done: isOneOf(true) }, other: {} },
    { kind: 'a', done: true },
    'both',
  ],
])('deriveState() takes the first state that holds: %s', (_, states, values, state) => {
  demandReachable('sample', states, fields)

  expect(deriveState(states, fields, values, Date.parse('2026-05-01T23:59:59Z'))).toBe(state)
})

test.each<[string, States, string]>([
  [
    'one after a state that always holds',
    { all: {}, never: { done: isOneOf(true) } },
    'sample.states.never can never hold (done)',
  ],
  [
    'one that the earlier ones cover',
    { past: { from: isBefore() }, rest: { from: isFrom() }, never: {} },
    'sample.states.never can never hold (it asks nothing)',
  ],
  [
    'one below the smallest number',
    { never: { level: isBelow(1) }, rest: {} },
    'sample.states.never can never hold (level)',
  ],
  [
    'one within an earlier one',
    { soon: { to: isBefore(31) }, never: { to: isBefore(8) }, rest: {} },
    'sample.states.never can never hold (to)',
  ],
  [
    'one that asks for an empty value of a field that always has one',
    { never: { from: isEmpty() }, rest: {} },
    'sample.states.never.from can never hold: the field always has a value',
  ],
  [
    'one that asks for a word that there is not',
    { never: { kind: isOneOf('c') }, rest: {} },
    'sample.states.never.kind asks for "c"',
  ],
  [
    'one that compares a text with a day',
    { never: { note: isBefore() }, rest: {} },
    'sample.states.never.note compares days, and the field is a text',
  ],
  [
    'one that asks for an unknown field',
    { never: { colour: isSet() }, rest: {} },
    'sample.states.never.colour asks for a field that is not there',
  ],
  ['none for some records', { past: { from: isBefore() } }, 'sample.states has none for {"from":0}'],
])('demandReachable() refuses %s', (_, states, message) => {
  expect(() => demandReachable('sample', states, fields)).toThrow(`defineThing: ${message}`)
})
