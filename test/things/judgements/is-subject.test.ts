import { describe, expect, test } from 'vitest'
import { isSubject } from '../../../src/things/judgements/is-subject.ts'

const judge = { userId: 'u-1', name: 'Ada Lovelace', email: 'ada@acme.example' }
const account = { type: 'account', id: '42' }

test.each([
  ['an id that is the address', { ...account, id: 'ADA@acme.example' }, null],
  ['an id that is theirs', { ...account, id: 'u-1' }, null],
  ['an alias', account, { email: 'a.lovelace@acme.example', aliases: ['ada@acme.example'] }],
  ['a part of the address added', account, { email: 'ada+slack@acme.example' }],
  ['a login that is the address', account, { login: 'Ada@Acme.Example' }],
  ['the address as a link', account, { email: 'mailto:ada@acme.example' }],
  ['the address behind a name', { ...account, name: 'Ada <ada@acme.example>' }, null],
  ['the address with a dot and look-alikes', account, { email: 'a.dа@acme.example' }],
  ['the address in wide letters', account, { email: 'ａｄａ@ａｃｍｅ.example' }],
  ['the sign-in name of a guest', account, { userPrincipalName: 'ada_acme.example#EXT#@contoso.onmicrosoft.com' }],
  ['the name alone', { ...account, name: 'ada lovelace' }, { role: 'x' }],
  ['the name where the member of the address holds none', { ...account, name: 'Ada Lovelace' }, { email: 'n/a' }],
  ['the name in another order', { ...account, name: 'Lovelace, Ada' }, null],
  ['the name in a member of its own', account, { displayName: 'Ada  Lovelace' }],
  ['the name with a zero-width space', { ...account, name: 'Ada\u200b Love\u00adlace' }, null],
])('isSubject() sees %s', (_what, resource, evidence) => {
  expect(isSubject(judge, { resource, evidence })).toBe(true)
})

describe('a person whose name and address have letters beyond ASCII', () => {
  const ada = { userId: 'u-1', name: 'Ada Exámple Straße', email: 'ada@müller.example' }

  test.each([
    ['in Punycode', 'ada@xn--mller-kva.example'],
    ['in Punycode and capitals', 'ADA@XN--MLLER-KVA.EXAMPLE'],
    ['decomposed', 'ada@müller.example'.normalize('NFD')],
    ['with a dot at the end', 'ada@müller.example.'],
  ])('isSubject() sees the address %s', (_how, email) => {
    expect(isSubject(ada, { resource: account, evidence: null }, { id: '42', email })).toBe(true)
  })

  test.each([
    ['decomposed', 'Ada Exámple Straße'.normalize('NFD')],
    ['with a no-break space', 'Ada\u00a0Exámple Straße'],
    ['with two spaces', 'Ada  Exámple Straße'],
    ['without accents', 'Ada Example Strasse'],
    ['in capitals', 'ADA EXÁMPLE STRASSE'],
  ])('isSubject() sees the name %s, where nobody knows an address', (_how, name) => {
    expect(isSubject(ada, { resource: account, evidence: null }, { id: '42', name, email: null })).toBe(true)
  })

  test('isSubject() sees a name that has no spaces', () => {
    const resource = { ...account, name: '山田太郎' }

    expect(isSubject({ userId: 'u', name: '山田 太郎', email: '' }, { resource, evidence: null })).toBe(true)
  })
})

test('isSubject() goes by the name where the judge has no address, and by an id that is one', () => {
  const resource = { ...account, name: 'Ada Lovelace' }
  const evidence = { email: 'ada@acme.example' }

  expect(isSubject({ userId: 'u-1', name: 'Ada Lovelace', email: '' }, { resource, evidence })).toBe(true)
  expect(isSubject({ userId: 'ada@acme.example', name: 'A', email: '' }, { resource, evidence })).toBe(true)
})

test.each([
  [
    'somebody of the same name with another address',
    { ...account, name: 'Ada Lovelace' },
    { email: 'ada@else.example' },
  ],
  ['an address in another member', account, { owners: ['ada@acme.example'] }],
  ['somebody with a longer name', { ...account, name: 'Ada Lovelace Byron' }, null],
  ['a guest of another host', account, { userPrincipalName: 'ada_else.example#EXT#@acme.example' }],
  ['a login that is no address', account, { login: 'lovelace' }],
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
