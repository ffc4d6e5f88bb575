import { expect, test } from 'vitest'
import { formatFindingCursor, parseFindingCursor } from '../../../../src/things/findings/reading/finding-cursor.ts'

const place = { changedAtMs: 7, dueAtMs: 9, severity: 'high', id: 'f_1-a' } as const
const encode = (text: string) => Buffer.from(text).toString('base64url')

test.each(['changed', 'due', 'severity'] as const)('parseFindingCursor() reads what was formatted, by %s', (order) => {
  expect(parseFindingCursor(order, formatFindingCursor(order, place))).toEqual(place)
})

test('parseFindingCursor() begins at the start without a cursor', () => {
  expect(parseFindingCursor('due', undefined)).toBeUndefined()
})

test.each([
  ['of another order', formatFindingCursor('due', place)],
  ['with another severity', encode('changed.7.9.urgent.f1')],
  ['with SQL for an id', encode("changed.7.9.high.f1' or 1=1")],
  ['with a number that is too large', encode(`changed.${'9'.repeat(16)}.9.high.f1`)],
  ['that is no base64', '%%%'],
  ['that is empty', ''],
])('parseFindingCursor() refuses a cursor %s', (_what, cursor) => {
  expect(() => parseFindingCursor('changed', cursor)).toThrow(
    expect.objectContaining({ code: 'API_INVALID', status: 400 }),
  )
})
