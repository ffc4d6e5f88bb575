import { expect, test } from 'vitest'
import { matchesPattern } from '../../src/define/template.ts'

test('matchesPattern() gives up on an expression that would take for ever, and the value does not match', () => {
  const beganAtMs = performance.now()

  const matches = matchesPattern(`${'a'.repeat(60)}!`, '(a+)+')

  expect(matches).toBe(false)
  expect(performance.now() - beganAtMs).toBeLessThan(1_500)
})

test('matchesPattern() says the same of long values as of short ones', () => {
  const long = 'a-very-long-name-of-a-tenant'

  expect(matchesPattern(long, '[a-z-]+')).toBe(true)
  expect(matchesPattern(`${long}.`, '[a-z-]+')).toBe(false)
  expect(matchesPattern('ä'.repeat(30), '\\p{L}{30}')).toBe(true)
})
