import { isNever } from 'checkwright'
import { expect, test } from 'vitest'

test.each([
  // .NET's DateTime.MinValue and MaxValue, Go's zero Time, MySQL's zero date.
  ...[
    '0001-01-01T00:00:00',
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00.0000000Z',
    '0001-01-01',
    '0001-01-01T08:00:00+08:00',
  ],
  ...['0000-12-31T16:07:02-07:52', '0000-00-00 00:00:00', '0000-00-00'],
  ...['9999-12-31T23:59:59.9999999Z', '9999-12-31', '9999-12-30T16:00:00-08:00'],
])('isNever() is true of %s', (time) => {
  expect(isNever(time)).toBe(true)
})

test.each([
  '2026-01-15T12:00:00Z',
  '2026-01-15',
  '1971-01-01T00:00:00Z',
  '9999-01-01T00:00:00Z',
  '2038-01-19 03:14:07',
])('isNever() is false of %s', (time) => {
  expect(isNever(time)).toBe(false)
})

test.each([
  null,
  undefined,
  '',
  0,
  -1,
  1_700_000_000,
  '0',
  'never',
  'Never',
  '1970-01-01T00:00:00Z',
  '1601-01-01',
  '2026',
  '2026-13-01',
  '0001',
  {},
])('isNever() is unknown of %s, which only documentation can tell', (time) => {
  expect(isNever(time)).toBeUndefined()
})
