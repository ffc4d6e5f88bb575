import { describe, expect, test } from 'vitest'
import { type AnswerMember, findListPath, findPaging, readAskedWord } from '../../src/descriptions/paging.ts'

const paging = (at: readonly string[], params: readonly string[], members: readonly string[], first?: number) =>
  findPaging(at, {
    declared: new Map(params.map((name) => [name, first])),
    isMember: (path) => members.includes(path.join('.')),
  })

describe('findPaging()', () => {
  test.each([
    ['a plain list with pages', [], ['page'], [], { kind: 'link', param: 'page' }],
    ['a plain list with an offset', [], ['offset'], [], { kind: 'offset', param: 'offset' }],
    [
      'a cursor',
      ['items'],
      ['after', 'limit'],
      ['meta.page.after'],
      { kind: 'cursor', member: ['meta', 'page', 'after'], param: 'after' },
    ],
    [
      'an address',
      ['value'],
      ['$top'],
      ['@odata.nextLink'],
      { kind: 'url', member: ['@odata.nextLink'], param: '$skiptoken' },
    ],
    ['an offset', ['values'], ['startAt'], ['total'], { kind: 'offset', param: 'startAt' }],
    ['a page number', ['items'], ['page'], [], { kind: 'page', param: 'page', first: 1 }],
    ['nothing', ['items'], ['limit'], [], undefined],
  ])('knows %s', (_, at, params, members, expected) => {
    expect(paging(at, params, members)).toEqual(expected)
  })

  test('counts pages from 0 only where the description says so', () => {
    expect(paging(['items'], ['page'], [], 0)).toMatchObject({ first: 0 })
    expect(paging(['items'], ['page'], [], 1)).toMatchObject({ first: 1 })
  })
})

describe('findListPath()', () => {
  const of = (asked: string, tree: Readonly<Record<string, AnswerMember['kind']>>) =>
    findListPath(asked, (path) =>
      Object.entries(tree)
        .filter(([name]) => name.split('.').length === path.length + 1 && name.startsWith(path.join('.')))
        .map(([name, kind]) => ({ name: name.split('.').at(-1) ?? '', kind })),
    )

  test.each([
    ['its only list', 'users', { total: 'other', people: 'list' }, ['people']],
    ['the list that is named as asked', 'ssh-keys', { ssh_keys: 'list', owners: 'list' }, ['ssh_keys']],
    ['the list with a usual name', 'users', { roles: 'list', data: 'list' }, ['data']],
    ['what is beside errors', 'users', { errors: 'list', result: 'list' }, ['result']],
    ['a list a step deeper', 'users', { response: 'object', 'response.items': 'list' }, ['response', 'items']],
    ['none of several', 'users', { red: 'list', blue: 'list' }, undefined],
    ['none of errors alone', 'users', { errors: 'list' }, undefined],
  ] as const)('finds %s', (_, asked, tree, expected) => {
    expect(of(asked, tree)).toEqual(expected)
  })
})

test.each([
  ['/v1/users', 'users'],
  ['/users/{id}/keys/', 'keys'],
  ['/users.list', 'users'],
  ['/{scope}', ''],
])('readAskedWord() of %s is "%s"', (path, expected) => {
  expect(readAskedWord(path)).toBe(expected)
})
