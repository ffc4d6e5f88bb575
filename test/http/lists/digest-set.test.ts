import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DigestSet } from '../../../src/http/lists/digest-set.ts'

test('DigestSet.add() says what a Set would, however many there are (property)', () => {
  const digest = fc.oneof(
    fc.nat({ max: 200 }),
    fc.nat({ max: 2 ** 31 }),
    fc.maxSafeNat().map((n) => n - (n % 64)),
  )

  fc.assert(
    fc.property(fc.array(digest, { maxLength: 500 }), (digests) => {
      const set = new DigestSet()
      const expected = new Set<number>()
      for (const each of digests) {
        expect(set.add(each)).toBe(!expected.has(each))
        expected.add(each)
      }
    }),
  )
})
