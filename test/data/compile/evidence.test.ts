import { expect, test } from 'vitest'
import { createEvidenceReader } from '../../../src/data/compile/evidence.ts'

const answers = new Set(['item', 'more'])
const item = { id: 1, profile: { email: 'a@acme.example', phone: '1' }, factors: [{ type: 'otp', key: 's' }] }

test('evidence has what was read of the item, and no other member', () => {
  expect(createEvidenceReader([['item', 'profile', 'email']], answers)({ item })).toEqual({
    profile: { email: 'a@acme.example' },
  })
})

test('evidence of a list has what was read of each of its items', () => {
  expect(createEvidenceReader([['item', 'factors', 'type']], answers)({ item })).toEqual({ factors: [{ type: 'otp' }] })
})

test('evidence of another answer stands below its name', () => {
  expect(createEvidenceReader([['more', 'on']], answers)({ item, more: { on: true, x: 1 } })).toEqual({
    more: { on: true },
  })
})

test('evidence shows 20 items of a long list', () => {
  const factors = Array.from({ length: 100 }, () => ({ type: 'otp' }))

  const evidence = createEvidenceReader([['item', 'factors', 'type']], answers)({ item: { factors } })

  expect(evidence.factors).toHaveLength(20)
})

test('what is no answer is no evidence: a variable, a credential field', () => {
  expect(createEvidenceReader([['vars', 'days']], answers)({ item, vars: { days: 3 } })).toEqual({})
})

test('a member that every object has is no evidence', () => {
  expect(createEvidenceReader([['item', 'constructor']], answers)({ item })).toEqual({})
})
