import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { associatedData, scopeOf } from '../../src/store/associated-data.ts'

describe('associatedData()', () => {
  test('writes each part after its length in bytes', () => {
    expect(Buffer.from(associatedData('ab', '', 'é')).toString('hex')).toBe('00000002616200000000' + '00000002c3a9')
  })

  test('is never the same for two different lists', () => {
    const list = fc.array(fc.string({ unit: fc.constantFrom('a', '.', '\0', '\x01') }), { maxLength: 4 })

    fc.assert(
      fc.property(list, list, (one, two) => {
        const same = Buffer.compare(associatedData(...one), associatedData(...two)) === 0
        expect(same).toBe(JSON.stringify(one) === JSON.stringify(two))
      }),
    )
  })
})

describe('scopeOf()', () => {
  test.each(['', 'platform', 'null'])('keeps an organization called %j apart from the platform', (organizationId) => {
    expect(associatedData(...scopeOf(organizationId))).not.toEqual(associatedData(...scopeOf(null)))
  })
})
