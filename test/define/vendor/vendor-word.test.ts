import { parseWord, vendorWord } from 'checkwright'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'

const ctx = {
  cannotTell: ({ kind, message }: { readonly kind: string; readonly message: string }): never => {
    throw new Error(`${kind}: ${message}`)
  },
}

describe('vendorWord()', () => {
  const Alert = z.object({ state: vendorWord(['open', 'closed']) })

  test('gives one of the words, typed', () => {
    const { state } = Alert.parse({ state: 'open' })

    expect(state).toBe('open')
    expectTypeOf(state).toEqualTypeOf<'open' | 'closed'>()
  })

  test.each([
    ['unknownFutureValue', 'is "unknownFutureValue", a value that the check does not know'],
    ['Open', 'is "Open", a value that the check does not know'],
    ['ghp_0123456789 0123', 'is a value that the check does not know'],
    ['', 'is a value that the check does not know'],
    [undefined, 'is missing'],
    [null, 'is null'],
    [1, 'is not text'],
  ])('refuses %j and says why', (state, message) => {
    expect(Alert.safeParse({ state }).error?.issues[0]).toMatchObject({ path: ['state'], message })
  })
})

describe('parseWord()', () => {
  test('gives one of the words, typed', () => {
    const word = parseWord(ctx, 'User' as unknown, ['User', 'Group'], 'principalType')

    expectTypeOf(word).toEqualTypeOf<'User' | 'Group'>()
    expect(word).toBe('User')
  })

  test.each(['ForeignGroup', undefined, null, 3])('cannot tell for %j', (value) => {
    expect(() => parseWord(ctx, value, ['User', 'Group'], 'principalType')).toThrow(
      /schema_drift: principalType .* is /,
    )
  })
})
