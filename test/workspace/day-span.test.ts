import { expect, test } from 'vitest'
import { toDaySpan } from '../../src/workspace/day-span.ts'

test('toDaySpan() is from the first moment of a day to the last of another', () => {
  expect(toDaySpan('2026-02-01', '2026-02-28')).toEqual({
    fromMs: Date.UTC(2026, 1, 1),
    toMs: Date.UTC(2026, 2, 1) - 1,
  })
})

test.each([undefined, '', '2026-02-30', 'yesterday'])('toDaySpan() takes %j as left out', (day) => {
  expect(toDaySpan(day, day)).toEqual({ fromMs: undefined, toMs: undefined })
})
