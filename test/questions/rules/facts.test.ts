import { expect, test } from 'vitest'
import {
  explainUnknown,
  pickEvidence,
  readFlag,
  readLimit,
  readTime,
  readWord,
} from '../../../src/questions/rules/facts.ts'
import type { JudgeContext } from '../../../src/questions/rules/question.ts'

const now = new Date('2026-03-10T00:00:00Z')
const context = { vendor: 'Acme', now, variables: {}, tells: new Set() } as unknown as JudgeContext

test.each(['true', 1, null, undefined, {}, []])('readFlag(%j) is nobody’s answer', (value) => {
  expect(readFlag(value)).toBeUndefined()
})

test('readWord() takes a word that the member has, spelt so', () => {
  expect(readWord('account', 'status', 'suspended')).toBe('suspended')
  for (const value of ['Suspended', 'gone', null, undefined, 1])
    expect(readWord('account', 'status', value)).toBe('unknown')
})

test('readTime() tells "never" from "nobody knows"', () => {
  expect(readTime(null)).toBeNull()
  for (const value of [undefined, 'yesterday', '', 0, 1_700_000_000, true]) expect(readTime(value)).toBeUndefined()
  expect(readTime('2026-03-09T00:00:00Z', now)).toBe(Date.parse('2026-03-09T00:00:00Z'))
})

test('readTime() believes no past that is more than a day ahead', () => {
  expect(readTime('2026-03-11T00:00:00Z', now)).toBe(Date.parse('2026-03-11T00:00:00Z'))
  expect(readTime('2026-03-11T00:00:01Z', now)).toBeUndefined()
  expect(readTime('2030-01-01T00:00:00Z')).toBe(Date.parse('2030-01-01T00:00:00Z'))
})

test('readLimit() of a variable without a number lets nothing pass', () => {
  for (const limit of [undefined, '90', null])
    expect(1 <= readLimit({ ...context, variables: { limit } }, 'limit')).toBe(false)
})

test('pickEvidence() keeps null, which the vendor said, and leaves out what it did not say', () => {
  const record = { id: 'a', email: null, kind: 'person', lastActiveAt: undefined } as never

  expect(pickEvidence(record, ['email', 'lastActiveAt'] as never[])).toEqual({ email: null })
})

test('explainUnknown() gives the reason of the record before one of ours', () => {
  const record = { id: 'a', name: 'Ada' }

  expect(explainUnknown({ ...record, unknown: { email: 'Acme hides it.' } }, 'email', context)).toBe('Acme hides it.')
  expect(explainUnknown({ ...record, unknown: { email: '' } }, 'email', context)).toBe(
    'Acme does not say which e-mail address it has (Ada).',
  )
})
