import { expect, test } from 'vitest'
import { isSubject } from '../../../src/runtime/judgements/is-subject.ts'

const judge = { userId: 'u-1', name: 'Ada Lovelace', email: 'ada@acme.example' }
const account = { type: 'account', id: '42' }

test.each([
  ['an id that is the address', { ...account, id: 'ADA@acme.example' }, null],
  ['an id that is theirs', { ...account, id: 'u-1' }, null],
  ['an alias', account, { email: 'a.lovelace@acme.example', aliases: ['ada@acme.example'] }],
  ['a part of the address added', account, { email: 'ada+slack@acme.example' }],
  ['the name alone', { ...account, name: 'ada lovelace' }, { role: 'x' }],
])('isSubject() sees %s', (_what, resource, evidence) => {
  expect(isSubject(judge, { resource, evidence })).toBe(true)
})

test.each([
  [
    'somebody of the same name with another address',
    { ...account, name: 'Ada Lovelace' },
    { email: 'ada@else.example' },
  ],
  ['an address in another member', account, { owners: ['ada@acme.example'] }],
  ['an address of another host', account, { email: 'ada@acme.example.evil.example' }],
  ['no fact at all', account, null],
])('isSubject() does not take %s for them', (_what, resource, evidence) => {
  expect(isSubject(judge, { resource, evidence })).toBe(false)
})

test('isSubject() goes by the record of the account, where the evidence has no address', () => {
  const result = { resource: { ...account, name: 'Somebody' }, evidence: { role: 'x' } }

  expect(isSubject(judge, result, { id: '42', email: 'ada@acme.example' })).toBe(true)
  expect(isSubject(judge, result, { id: '42', email: 'eve@acme.example' })).toBe(false)
})

test('isSubject() does not take a judge without address and name for everybody', () => {
  const nobody = { userId: 'u-1', name: '', email: '' }

  expect(isSubject(nobody, { resource: { ...account, name: '' }, evidence: { email: '' } })).toBe(false)
})
