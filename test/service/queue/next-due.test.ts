import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeNextDueMs, spreadMsMax } from '../../../src/service/queue/next-due.ts'
import { countRuns } from '../../setup/count-runs.ts'

const at = (text: string) => Date.parse(text)
const timing = { connectionId: 'c1', cron: '0 6 * * *', timeZone: 'UTC', spread: 0 } as const

describe('computeNextDueMs()', () => {
  test('gives the next time that the expression names, later than now', () => {
    expect(computeNextDueMs(timing, at('2026-05-01T05:59:59Z'))).toBe(at('2026-05-01T06:00:00Z'))
    expect(computeNextDueMs(timing, at('2026-05-01T06:00:00Z'))).toBe(at('2026-05-02T06:00:00Z'))
  })

  test('keeps to the clocks of the time zone when they change', () => {
    const berlin = { ...timing, timeZone: 'Europe/Berlin' }

    expect(computeNextDueMs(berlin, at('2026-03-28T12:00:00Z'))).toBe(at('2026-03-29T04:00:00Z'))
    expect(computeNextDueMs(berlin, at('2026-10-24T12:00:00Z'))).toBe(at('2026-10-25T05:00:00Z'))
  })

  test('gives undefined for a time that never comes', () => {
    expect(computeNextDueMs({ ...timing, cron: '0 6 30 2 *' }, at('2026-05-01T00:00:00Z'))).toBeUndefined()
  })

  test.each([
    ['words', 'daily', 'UTC'],
    ['four fields', '0 6 * *', 'UTC'],
    ['six fields, which would name seconds', '0 0 6 * * *', 'UTC'],
    ['an hour that there is not', '0 25 * * *', 'UTC'],
    ['a time zone that there is not', '0 6 * * *', 'Mars/Olympus'],
    ['no time zone', '0 6 * * *', ' '],
  ])('refuses %s', (_, cron, timeZone) => {
    expect(() => computeNextDueMs({ ...timing, cron, timeZone }, 0)).toThrow(
      expect.objectContaining({ name: 'EngineError', code: 'SCHEDULE_INVALID' }),
    )
  })

  test('spreads connections over a quarter of an hour, each at the same time every day', () => {
    const ids = Array.from({ length: 200 }, (_, n) => `connection-${n}`)
    const due = (connectionId: string, day: string) =>
      (computeNextDueMs({ ...timing, spread: 1, connectionId }, at(`2026-05-${day}T05:00:00Z`)) ?? 0) -
      at(`2026-05-${day}T06:00:00Z`)

    const offsets = ids.map((id) => due(id, '01'))

    expect(ids.map((id) => due(id, '17'))).toEqual(offsets)
    expect(Math.min(...offsets)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...offsets)).toBeLessThan(spreadMsMax)
    // In each of 15 minutes some, in none of them most.
    const perMinute = Map.groupBy(offsets, (ms) => Math.floor(ms / 60_000))
    expect(perMinute.size).toBe(15)
    expect(Math.max(...[...perMinute.values()].map(({ length }) => length))).toBeLessThan(40)
  })

  test('never spreads over more than half the time until the next, so that runs keep their order', () => {
    const often = { ...timing, cron: '*/10 * * * *', spread: 1 } as const
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 4e12 }), (connectionId, nowMs) => {
        const due = computeNextDueMs({ ...often, connectionId }, nowMs) ?? 0
        const following = computeNextDueMs({ ...often, connectionId }, due) ?? 0

        expect(due).toBeGreaterThan(nowMs)
        expect(due - nowMs).toBeLessThanOrEqual(600_000)
        expect(due % 600_000).toBeLessThanOrEqual(300_000)
        expect(following - due).toBe(600_000)
      }),
      { numRuns: countRuns(30) },
    )
  })
})
