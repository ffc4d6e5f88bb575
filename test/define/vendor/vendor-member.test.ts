import { vendorMember } from 'checkwright'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'

describe('vendorMember()', () => {
  const Key = z.object({ active: vendorMember<boolean>(), expires_at: vendorMember<string>({ null: 'none' }) })

  test('hands on whatever the vendor sends, so that the run can say what is wrong with it', () => {
    const key = Key.parse({ active: 'yes', expires_at: 7 })

    expect(key).toEqual({ active: 'yes', expires_at: 7 })
    expectTypeOf(key.active).toEqualTypeOf<boolean | undefined>()
    expectTypeOf(key.expires_at).toEqualTypeOf<string | null | undefined>()
  })

  test('takes absent for not said, and null too unless it means that there is none', () => {
    expect(Key.parse({})).toEqual({ active: undefined, expires_at: undefined })
    expect(Key.parse({ active: null, expires_at: null })).toEqual({ active: undefined, expires_at: null })
  })

  test('has no false in place of what is not known', () => {
    expect(Key.parse({ active: false }).active).toBe(false)
  })
})
