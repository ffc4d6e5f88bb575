import { expect, test } from 'vitest'
import { toDaySpan } from '../../../src/service/records/day-span.ts'

test('toDaySpan() begins with the first millisecond of a day and ends with the last of another, in UTC', () => {
  expect(toDaySpan('2026-03-01', '2026-03-01')).toEqual({
    fromMs: Date.parse('2026-03-01T00:00:00.000Z'),
    toMs: Date.parse('2026-03-01T23:59:59.999Z'),
  })
})

test.each([undefined, '', '2026-3-1', '2026-13-01', '2026-02-30', 'yesterday', '2026-03-01T00:00'])(
  'toDaySpan() leaves out %j, which is no day',
  (day) => {
    expect(toDaySpan(day, day)).toEqual({ fromMs: undefined, toMs: undefined })
  },
)
