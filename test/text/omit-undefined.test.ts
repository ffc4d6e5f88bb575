import { expect, expectTypeOf, test } from 'vitest'
import { omitUndefined } from '../../src/text/omit-undefined.ts'

test('omitUndefined() keeps every value but undefined, in its order', () => {
  const members = omitUndefined({ a: null, b: undefined, c: 0, d: '', e: false, f: [undefined] })

  expect(Object.entries(members)).toEqual([
    ['a', null],
    ['c', 0],
    ['d', ''],
    ['e', false],
    ['f', [undefined]],
  ])
})

test('omitUndefined() keeps a member that is called __proto__ a member', () => {
  const members = omitUndefined(JSON.parse('{"__proto__":{"admin":true},"a":1}'))

  expect(Object.keys(members)).toEqual(['__proto__', 'a'])
  expect(members.admin).toBeUndefined()
})

test('omitUndefined() says of a member that may be undefined that it may be absent', () => {
  const of = (url: string | undefined) => omitUndefined({ id: 1, url })
  const ofAny = (headers: Readonly<Record<string, string | undefined>>) => omitUndefined(headers)

  expectTypeOf(of('x').id).toEqualTypeOf<number>()
  expectTypeOf(of('x')).toExtend<{ readonly id: number; readonly url?: string }>()
  expectTypeOf(ofAny({})).toExtend<Readonly<Record<string, string>>>()
})
