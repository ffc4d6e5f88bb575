import { expect, test } from 'vitest'
import { connectionOrders } from '../../../../src/auth/connection-store.ts'
import {
  formatConnectionCursor,
  parseConnectionCursor,
} from '../../../../src/things/connections/reading/connection-cursor.ts'
import { formatScheduleCursor, parseScheduleCursor } from '../../../../src/things/schedules/reading/schedule-cursor.ts'

const place = { id: 'c-1', createdAtMs: 5, sortName: 'ärzte. 2.x\n👩‍💻', urgency: 3, unwell: 12, lastRunAtMs: 9 }

test.each(connectionOrders)(
  'a cursor of the order %s leads back to its place, and none of another order does',
  (order) => {
    const parsed = parseConnectionCursor(order, formatConnectionCursor(order, place))

    expect(formatConnectionCursor(order, parsed ?? place)).toBe(formatConnectionCursor(order, place))
    expect(parsed).toMatchObject(order === 'newest' ? { createdAtMs: 5 } : { sortName: place.sortName, lastRunAtMs: 9 })
    for (const other of connectionOrders.filter((each) => each !== order))
      expect(() => parseConnectionCursor(other, formatConnectionCursor(order, place))).toThrow(
        'The query is not valid.',
      )
  },
)

test.each([
  '',
  'x',
  'name.1.2.3',
  'name.9999999999.1.1.id.n',
  'name.1.1.1.id.a\0b',
  'name.-1.1.1.id.n',
  'name.1.1.1.i d.n',
])('parseConnectionCursor() refuses %j', (text) => {
  expect(() => parseConnectionCursor('name', Buffer.from(text).toString('base64url'))).toThrow('not valid')
})

test.each([undefined, '2026-03-01T06:00:00.000Z'])(
  'a cursor of a schedule that is next at %s leads back to it',
  (nextAt) => {
    const schedule = { connectionId: 'c1', nextAt }

    expect(parseScheduleCursor(formatScheduleCursor(schedule))).toEqual(schedule)
  },
)
