import { expect, test } from 'vitest'
import { isCalendarDay } from '../../src/text/calendar-day.ts'

test.each(['2026-12-31', '2024-02-29', '0001-01-01', '9999-12-31'])('isCalendarDay() takes %s', (day) => {
  expect(isCalendarDay(day)).toBe(true)
})

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '2026-12-31T00:00:00Z',
  ' 2026-12-31',
  '2026-12-31\n',
  '+026-12-31',
  '٢٠٢٦-١٢-٣١',
  '',
])('isCalendarDay() refuses %j', (text) => {
  expect(isCalendarDay(text)).toBe(false)
})
