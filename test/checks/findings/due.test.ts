import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDueMs, defaultDueDays } from '../../../src/checks/findings/due.ts'
import { endOfDay, formatDay, parseDayEnd } from '../../../src/text/calendar-day.ts'

test('computeDueMs() gives the end of the last day, counted in days of UTC', () => {
  const openedMs = Date.parse('2026-02-27T23:59:59.999Z')

  expect(new Date(computeDueMs(openedMs, 'critical', defaultDueDays)).toISOString()).toBe('2026-03-06T23:59:59.999Z')
  expect(new Date(computeDueMs(openedMs, 'critical', { ...defaultDueDays, critical: 1 })).toISOString()).toBe(
    '2026-02-28T23:59:59.999Z',
  )
})

test('parseDayEnd() takes back what formatDay() wrote', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (atMs) => {
      expect(parseDayEnd(formatDay(atMs))).toBe(endOfDay(atMs))
    }),
  )
})

test.each(['2026-02-30', '2026-13-01', '2026-1-1', 'soon', '', '2026-01-01T00:00:00Z', '999999-01-01'])(
  'parseDayEnd() knows no day %j',
  (day) => {
    expect(parseDayEnd(day)).toBeUndefined()
  },
)
