import { expect, test } from 'vitest'
import { formatCursor, parseCursor } from '../../../../src/author/testing/vendor/offset-cursor.ts'

test.each([0, 1, 10_000])('parseCursor() reads what formatCursor() wrote for %i', (offset) => {
  expect(parseCursor(formatCursor(offset))).toBe(offset)
})

test.each(['', '0', '100', 'after:5', Buffer.from('after:-5').toString('base64url'), `${formatCursor(5)}AA`, '\u0000'])(
  'parseCursor() refuses %j, which a client made up',
  (cursor) => {
    expect(parseCursor(cursor)).toBeUndefined()
  },
)
