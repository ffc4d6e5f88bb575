import { expect, test } from 'vitest'
import { findKnownTime, isInPeriod } from '../../../src/service/rights/period.ts'

const at = (time: string) => ({ startedAtMs: Date.parse(time) })
const march = { organizationId: 'acme', periodFrom: '2026-03-01', periodTo: '2026-03-31' }

test('isInPeriod() takes both days whole, in UTC', () => {
  expect(isInPeriod(at('2026-03-01T00:00:00.000Z'), march)).toBe(true)
  expect(isInPeriod(at('2026-03-31T23:59:59.999Z'), march)).toBe(true)
  expect(isInPeriod(at('2026-02-28T23:59:59.999Z'), march)).toBe(false)
  expect(isInPeriod(at('2026-04-01T00:00:00.000Z'), march)).toBe(false)
})

test('isInPeriod() has an open end where no day is set', () => {
  expect(isInPeriod(at('2030-01-01T00:00:00Z'), { ...march, periodTo: null })).toBe(true)
  expect(isInPeriod(at('1999-01-01T00:00:00Z'), { organizationId: 'acme' })).toBe(true)
})

test('findKnownTime() ends now, also for a period that goes on', () => {
  const nowMs = Date.parse('2026-03-10T12:00:00Z')

  expect(findKnownTime(march, nowMs)).toEqual({ fromMs: Date.parse('2026-03-01T00:00:00Z'), toMs: nowMs })
  expect(findKnownTime(march, Date.parse('2026-05-01T00:00:00Z'))?.toMs).toBe(Date.parse('2026-03-31T23:59:59.999Z'))
  expect(findKnownTime({ organizationId: 'acme', periodFrom: null }, nowMs)).toBeUndefined()
})
