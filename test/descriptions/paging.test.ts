import { describe, expect, test } from 'vitest'
import { type AnswerMember, findListPath, findPaging, readAskedWord } from '../../src/descriptions/paging.ts'

const paging = (
  at: readonly string[],
  params: readonly string[],
  members: readonly string[],
  {
    first,
    isText = params[0] === 'bookmark',
    typeOf,
  }: { readonly first?: number; readonly isText?: boolean; readonly typeOf?: () => string } = {},
) =>
  findPaging(at, {
    typeOf,
    declared: new Map(params.map((name) => [name, { first, isText, isNumber: false }])),
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
    [
      'a cursor under the name of its parameter',
      ['events'],
      ['bookmark'],
      ['paging.bookmark', 'next'],
      { kind: 'cursor', member: ['paging', 'bookmark'], param: 'bookmark' },
    ],
    [
      'the next page of a parameter for tokens',
      ['items'],
      ['page_token'],
      ['next_page'],
      { kind: 'cursor', member: ['next_page'], param: 'page_token' },
    ],
    [
      'an address called next_url',
      ['items'],
      ['limit'],
      ['next_url'],
      { kind: 'url', member: ['next_url'], param: '$skiptoken' },
    ],
    ['an offset', ['values'], ['startAt'], ['total'], { kind: 'offset', param: 'startAt' }],
    ['a page number', ['items'], ['page'], [], { kind: 'page', param: 'page', first: 1 }],
    ['nothing', ['items'], ['limit'], [], undefined],
  ])('knows %s', (_, at, params, members, expected) => {
    expect(paging(at, params, members)).toEqual(expected)
  })

  test('takes no flag for a cursor, and no number for an address', () => {
    expect(paging(['data'], ['after'], ['next'], { typeOf: () => 'boolean' })).toBeUndefined()
    expect(paging(['data'], ['page'], ['next'], { typeOf: () => 'integer' })).toMatchObject({ kind: 'page' })
  })

  test('takes a text that is called offset for a cursor, and for nothing if no member has the next one', () => {
    const asana = { kind: 'cursor', member: ['next_page', 'offset'], param: 'offset' }

    expect(paging(['data'], ['offset'], ['next_page.offset'], { isText: true })).toEqual(asana)
    expect(paging(['data'], ['offset'], ['offset'], { isText: true })).toMatchObject({ member: ['offset'] })
    expect(paging(['data'], ['offset'], [], { isText: true })).toBeUndefined()
    expect(paging([], ['offset'], [], { isText: true })).toBeUndefined()
    expect(paging(['data'], ['offset'], ['offset'])).toEqual({ kind: 'offset', param: 'offset' })
  })

  test.each([
    [['limit', 'starting_after'], ['has_more'], { kind: 'item', more: 'has_more', param: 'starting_after' }],
    [['limit', 'starting_after'], [], undefined],
    [['after', 'before'], ['has_more', 'last_id'], { kind: 'item', more: 'has_more', param: 'after' }],
    [['after', 'before'], ['has_more'], undefined],
    [
      ['starting_after'],
      ['pages.next.starting_after'],
      { kind: 'cursor', member: ['pages', 'next', 'starting_after'], param: 'starting_after' },
    ],
    [['Page', 'PageToken'], ['next_page_uri'], { kind: 'url', member: ['next_page_uri'] }],
    [['PageToken'], ['meta.next_page_url'], { kind: 'url', member: ['meta', 'next_page_url'] }],
    [['marker'], ['next_marker'], { kind: 'cursor', member: ['next_marker'], param: 'marker' }],
    [['after'], ['list_metadata.after'], { kind: 'cursor', member: ['list_metadata', 'after'], param: 'after' }],
  ])('knows the way of parameters %j with members %j', (params, members, expected) => {
    const found = paging(['data'], params, members)

    if (expected) expect(found).toMatchObject(expected)
    else expect(found).toBeUndefined()
  })

  test('counts pages from 0 only where the description says so', () => {
    expect(paging(['items'], ['page'], [], { first: 0 })).toMatchObject({ first: 0 })
    expect(paging(['items'], ['page'], [], { first: 1 })).toMatchObject({ first: 1 })
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
