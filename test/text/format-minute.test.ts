import { expect, test } from 'vitest'
import { formatMinute } from '../../src/text/format-minute.ts'

test('formatMinute() writes a time to the minute, in UTC', () => {
  expect(formatMinute(Date.UTC(2026, 10, 29, 23, 40, 59))).toBe('2026-11-29 23:40')
})
