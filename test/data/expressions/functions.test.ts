import { expect, test } from 'vitest'
import { askBriefly } from './ask.ts'

test.each([
  ['2026-05-14T10:00:00Z', 10],
  ['2026-05-14T09:59:59Z', 9],
  ['2026-05-04T12:00:00+02:00', 0],
  ['2026-05-04T09:59:59Z', -1],
  ['2026-05-14', 'unknown: kind'],
])('until %s there remain %s days', (at, days) => {
  expect(askBriefly('remaining(item.at)', { at })).toBe(days)
})
