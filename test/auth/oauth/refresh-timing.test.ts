import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { refreshAtMs } from '../../../src/auth/oauth/refresh-timing.ts'

const hourMs = 3_600_000

test('refreshAtMs() is a minute before the end of an hour, and up to a minute earlier by chance', () => {
  const at = (random: number) => refreshAtMs({ obtainedAtMs: 0, expiresAtMs: hourMs, random: () => random })

  expect(at(0)).toBe(hourMs - 60_000)
  expect(at(0.5)).toBe(hourMs - 90_000)
  expect(at(0.999999)).toBeGreaterThanOrEqual(hourMs - 120_000)
})

test('refreshAtMs() takes a tenth of a life shorter than ten minutes', () => {
  const at = refreshAtMs({ obtainedAtMs: 1000, expiresAtMs: 31_000, random: () => 0 })

  expect(at).toBe(28_000)
})

test('refreshAtMs() is the end itself for a token that was over when it came', () => {
  expect(refreshAtMs({ obtainedAtMs: 5000, expiresAtMs: 5000, random: () => 0.7 })).toBe(5000)
  expect(refreshAtMs({ obtainedAtMs: 5000, expiresAtMs: 4000, random: () => 0.7 })).toBe(4000)
})

test('refreshAtMs() lies in the last fifth of a life and after its beginning, so that no life is short enough to loop', () => {
  const life = fc.integer({ min: 1, max: 10 * 365 * 86_400_000 })

  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 45 }),
      life,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (obtainedAtMs, lifeMs, random) => {
        const at = refreshAtMs({ obtainedAtMs, expiresAtMs: obtainedAtMs + lifeMs, random: () => random })

        expect(at).toBeGreaterThan(obtainedAtMs)
        expect(at).toBeLessThanOrEqual(obtainedAtMs + lifeMs)
        expect(at).toBeGreaterThanOrEqual(Math.floor(obtainedAtMs + lifeMs * 0.8))
      },
    ),
  )
})
