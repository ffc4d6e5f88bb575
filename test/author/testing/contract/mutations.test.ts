import { describe, expect, test } from 'vitest'
import {
  doubleLists,
  listMutations,
  type MutationKind,
  mutateText,
} from '../../../../src/author/testing/contract/mutations.ts'

const nowMs = Date.parse('2026-01-15T12:00:00Z')
const mutate = (body: unknown, member: string, kind: MutationKind) =>
  JSON.parse(mutateText(JSON.stringify(body), [{ member, kind }], nowMs).text)

describe('listMutations()', () => {
  test('names every member once, and what can become of it', () => {
    const body = {
      users: [
        { name: 'Ada Long', on: true },
        { on: false, role: null },
      ],
      next: 'abc',
    }

    const found = Map.groupBy(listMutations(JSON.stringify(body), nowMs), ({ member }) => member)

    expect(Object.fromEntries([...found].map(([member, all]) => [member, all.map(({ kind }) => kind)]))).toEqual({
      users: ['removed', 'null', 'wrong type', 'another value'],
      'users[].name': ['removed', 'null', 'wrong type', 'another value'],
      'users[].on': ['removed', 'null', 'wrong type', 'another value'],
      'users[].role': ['removed', 'wrong type'],
      next: ['removed', 'null', 'wrong type', 'unknown word', 'another value'],
    })
  })

  test.each(['', 'a,b\n1,2', '"text"', 'null'])('finds none in %j', (text) => {
    expect(listMutations(text, nowMs)).toEqual([])
  })
})

describe('mutateText()', () => {
  test('changes a member wherever it stands, and tells what stood beside it', () => {
    const body = { users: [{ id: 'u1', on: true }, { id: 'u2' }, { id: 'u3', on: false }] }

    const { text, nearby } = mutateText(JSON.stringify(body), [{ member: 'users[].on', kind: 'removed' }], nowMs)

    expect(JSON.parse(text)).toEqual({ users: [{ id: 'u1' }, { id: 'u2' }, { id: 'u3' }] })
    expect([...nearby]).toEqual(['u1', 'u3'])
  })

  test('tells of which item of a list a member is that lies deeper', () => {
    const item = (id: string, properties: object) => ({ id, tags: ['x'], properties })
    const body = { account: 'acme', value: [item('u1', { on: true, kind: 'a' }), item('u2', { kind: 'b' })] }

    const { nearby } = mutateText(JSON.stringify(body), [{ member: 'value[].properties.on', kind: 'removed' }], nowMs)

    expect([...nearby].sort()).toEqual(['a', 'u1'])
  })

  test.each<[unknown, MutationKind, unknown]>([
    ['open', 'null', null],
    ['open', 'unknown word', 'unknownFutureValue'],
    ['open', 'wrong type', { unexpected: 7 }],
    [true, 'wrong type', ['true']],
    [true, 'another value', false],
    [[1], 'another value', []],
    [{ a: 1 }, 'wrong type', 'unexpected'],
    ['2026-01-01T00:00:00Z', 'time in another unit', '1767225600000'],
    ['2026-01-01T00:00:00Z', 'time of the year 1', '0001-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00Z', 'time in the future', '2036-01-13T12:00:00.000Z'],
    [1_767_225_600, 'time in another unit', 1_767_225_600_000],
    [1_767_225_600_000, 'time in another unit', 1_767_225_600],
    [1_767_225_600, 'time in the future', 2_083_838_400],
  ])('makes of %j as %s: %j', (value, kind, expected) => {
    expect(mutate({ at: value }, 'at', kind)).toEqual({ at: expected })
  })

  test('makes an unknown word of every text of a member that has words', () => {
    const webhooks = [{ protocol: 'HTTP' }, { protocol: 'TLSv1.2' }, { protocol: null }]

    const { text } = mutateText(JSON.stringify(webhooks), [{ member: '[].protocol', kind: 'unknown word' }], nowMs)

    expect(JSON.parse(text)).toEqual([
      { protocol: 'unknownFutureValue' },
      { protocol: 'unknownFutureValue' },
      { protocol: null },
    ])
  })

  test.each<[MutationKind, string]>([
    ['removed', '<r><id>1</id></r>'],
    ['null', '<r><id>1</id><state/></r>'],
    ['unknown word', '<r><id>1</id><state>unknownFutureValue</state></r>'],
  ])('changes an element of XML: %s', (kind, expected) => {
    const text = '<r><id>1</id><state>open</state></r>'

    expect(mutateText(text, [{ member: 'state', kind }], nowMs).text).toBe(expected)
  })

  test('leaves an answer without the member as it is, to the letter', () => {
    expect(mutateText('{ "a" : 1 }', [{ member: 'b', kind: 'null' }], nowMs).text).toBe('{ "a" : 1 }')
  })
})

test('doubleLists() names everything in a list twice, at any depth', () => {
  expect(JSON.parse(doubleLists('{"a":[{"b":[1]}],"c":2}'))).toEqual({ a: [{ b: [1, 1] }, { b: [1, 1] }], c: 2 })
})
