import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapePattern } from '../../src/text/escape-pattern.ts'

test('escapePattern() gives an expression that matches this text and no other (property)', () => {
  const special = fc.string({ unit: fc.constantFrom(...'.*+?^{}$()|[]\\/-a,1') })

  fc.assert(
    fc.property(special, special, (text, other) => {
      const pattern = new RegExp(`^${escapePattern(text)}$`, 'u')

      expect(pattern.test(text)).toBe(true)
      expect(pattern.test(other)).toBe(other === text)
    }),
  )
})
