import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InventoryKind } from '../../src/define/index.ts'
import { compareSubjects, readMarks } from '../../src/inventory/same-subject.ts'

const compare = (first: object, second: object, of: InventoryKind = 'account') => {
  const { item: firstItem, ...one } = { id: 'x1', ...first } as { id: string; item?: object }
  const { item: secondItem, ...other } = { id: 'x1', ...second } as { id: string; item?: object }
  return compareSubjects(
    of,
    { record: one, marks: readMarks(of, 'x1', firstItem) },
    { record: other, marks: readMarks(of, 'x1', secondItem) },
  )
}
const same = { is: 'same' }
const differ = (...members: readonly string[]) => ({ is: 'different', members })

describe('compareSubjects() tells two people apart', () => {
  test.each([
    ['by their addresses', { email: 'ada@acme.example' }, { email: 'bob@acme.example' }, ['email']],
    ['by names that share nothing', { name: 'Ada Lovelace' }, { name: 'Bob Ray' }, ['name']],
    ['by given names, in one family', { name: 'Ada Lovelace' }, { name: 'Bob Lovelace' }, ['name']],
    ['by names of other scripts', { name: '田中太郎' }, { name: '王小明' }, ['name']],
    [
      'by their logins in the items',
      { item: { org: 'x1', login: 'ada' } },
      { item: { org: 'x1', login: 'bob' } },
      ['login'],
    ],
    [
      'by the persons in the items, although the account around them is the same',
      { item: { org: 'x1', account: { id: 'x1' }, user: { id: 'u1' } } },
      { item: { org: 'x1', account: { id: 'x1' }, user: { id: 'u2' } } },
      ['user.id'],
    ],
  ])('%s', (_, first, second, members) => {
    expect(compare(first, second)).toEqual(differ(...members))
    expect(compare(second, first)).toEqual(differ(...members))
  })
})

describe('compareSubjects() knows one person again', () => {
  test.each([
    ['by an address in another case', { email: 'Ada@acme.example' }, { email: 'ada@acme.example' }],
    [
      'by an alias, where the address has changed while pages were read',
      { email: 'ada@acme.example', name: 'Ada' },
      { email: 'lovelace@acme.example', aliases: ['ada@acme.example'], name: 'Ada Lovelace' },
    ],
    ['by an initial', { name: 'Ada' }, { name: 'A. Lovelace' }],
    ['by a name in another order', { name: 'Lovelace, Ada' }, { name: 'ada.lovelace' }],
    ['by a name without its accents', { name: 'José Ejémplo' }, { name: 'JOSE EJEMPLO' }],
    ['by a name that is composed otherwise', { name: 'J\u00f6' }, { name: 'Jo\u0308' }],
    ['by an id that is an address', { id: 'ada@acme.example' }, { id: 'ada@acme.example' }],
    ['by an equal item', { item: { id: 'x1', seat: 1 } }, { item: { id: 'x1', seat: 1 } }],
    [
      'by the login, although the item is of another group',
      { item: { user_id: 'x1', group: 'a', login: 'ada' } },
      { item: { user_id: 'x1', group: 'b', login: 'ada' } },
    ],
  ])('%s', (_, first, second) => {
    expect(compare(first, second)).toEqual(same)
    expect(compare(second, first)).toEqual(same)
  })
})

test('compareSubjects() cannot tell where nothing says who it is', () => {
  expect(compare({}, {})).toEqual({ is: 'unsaid' })
  expect(compare({ name: 'Ada' }, {})).toEqual({ is: 'unsaid' })
  expect(compare({ item: { id: 'x1', seat: 1 } }, { item: { id: 'x1', seat: 2 } })).toEqual({ is: 'unsaid' })
})

test('compareSubjects() tells other things apart by what each has alone', () => {
  expect(compare({ serialNumber: 'A1' }, { serialNumber: 'B2' }, 'device')).toEqual(differ('serialNumber'))
  expect(compare({ ownerId: 'u1' }, { ownerId: 'u2' }, 'credential')).toEqual(differ('ownerId'))
  expect(compare({ resource: 'a' }, { resource: 'b' }, 'vulnerability')).toEqual(differ('resource'))
  expect(compare({ personId: 'u1', course: 'a' }, { personId: 'u1', course: 'b' }, 'training')).toEqual(
    differ('course'),
  )
  expect(compare({ item: { id: 'x1', clientId: 'a' } }, { item: { id: 'x1', clientId: 'b' } }, 'application')).toEqual(
    differ('clientId'),
  )
  expect(compare({ name: 'Laptop of Ada' }, { name: 'Laptop of Bob' }, 'device')).toEqual(same)
})

test('readMarks() takes nothing of an item that the record was not made from', () => {
  expect(readMarks('account', 'u1', { id: 'team-1', email: 'team@acme.example' })).toBeUndefined()
  expect(readMarks('account', 'team-1/u1', { id: 'u1', email: 'ada@acme.example' })?.members).toHaveProperty('email')
})

test('readMarks() takes whatever an item is', () => {
  fc.assert(fc.property(fc.string(), fc.anything(), (id, item) => void readMarks('account', id, item)))
})
