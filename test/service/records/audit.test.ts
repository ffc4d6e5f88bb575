import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clipFields } from '../../../src/service/records/audit.ts'

test('clipFields() keeps the log small and well-formed, whatever a sender calls its members (property)', () => {
  const name = fc
    .tuple(fc.array(fc.nat(0xffff), { maxLength: 3 }), fc.nat(150))
    .map(([units, times]) => String.fromCharCode(...units).repeat(times))

  fc.assert(
    fc.property(fc.array(name, { maxLength: 5 }), fc.nat(30), (some, times) => {
      const names = Array.from({ length: times }, () => some).flat()

      const clipped = clipFields(names)

      expect(clipped.length).toBeLessThanOrEqual(101)
      expect(clipped.every(({ length }) => length <= 101)).toBe(true)
      expect(clipped.every((each, index) => each === names[index] || each.includes('…'))).toBe(true)
    }),
  )
})

test('clipFields() says how many names are missing, and cuts no character in two', () => {
  const many = Array.from({ length: 103 }, (_, index) => `f${index}`)
  const [cut = ''] = clipFields([`${'a'.repeat(99)}😀b`])

  expect(clipFields(many).at(-1)).toBe('… and 3 more')
  expect(cut.isWellFormed()).toBe(true)
})
