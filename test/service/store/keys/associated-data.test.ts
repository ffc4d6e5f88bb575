import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeAssociatedData, listScopeParts } from '../../../../src/service/store/keys/associated-data.ts'

describe('encodeAssociatedData()', () => {
  test('writes each part after its length in bytes', () => {
    expect(Buffer.from(encodeAssociatedData('ab', '', 'é')).toString('hex')).toBe(
      '00000002616200000000' + '00000002c3a9',
    )
  })

  test('is never the same for two different lists', () => {
    const list = fc.array(fc.string({ unit: fc.constantFrom('a', '.', '\0', '\x01') }), { maxLength: 4 })

    fc.assert(
      fc.property(list, list, (one, two) => {
        const same = Buffer.compare(encodeAssociatedData(...one), encodeAssociatedData(...two)) === 0
        expect(same).toBe(JSON.stringify(one) === JSON.stringify(two))
      }),
    )
  })
})

describe('listScopeParts()', () => {
  test.each(['', 'platform', 'null'])('keeps an organization called %j apart from the platform', (organizationId) => {
    expect(encodeAssociatedData(...listScopeParts(organizationId))).not.toEqual(
      encodeAssociatedData(...listScopeParts(null)),
    )
  })
})
