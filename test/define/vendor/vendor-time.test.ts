import { CheckError, daysBetween, daysSince, parseTime, vendorTime } from 'checkwright'
import { describe, expect, test } from 'vitest'
import * as classic from 'zod'
import * as z from 'zod/mini'

const now = new Date('2026-01-15T12:00:00Z')
const ctx = {
  now,
  cannotTell: ({ kind, message }: { readonly kind: string; readonly message: string }): never => {
    throw new Error(`${kind}: ${message}`)
  },
}

describe('parseTime()', () => {
  test.each([
    ['2024-02-29T10:00:00Z', 'iso', '2024-02-29T10:00:00.000Z'],
    ['2024-02-29T10:00:00.1234567Z', 'iso', '2024-02-29T10:00:00.123Z'],
    ['2024-02-29T10:00:00.123+0200', 'iso', '2024-02-29T08:00:00.123Z'],
    ['2024-02-29T10:00:00-05:30', 'iso', '2024-02-29T15:30:00.000Z'],
    ['9999-12-31T23:59:59Z', 'iso', '9999-12-31T23:59:59.000Z'],
    [1_700_000_000, 'seconds', '2023-11-14T22:13:20.000Z'],
    [1_700_000_000.5, 'seconds', '2023-11-14T22:13:20.500Z'],
    [1_700_000_000_000, 'milliseconds', '2023-11-14T22:13:20.000Z'],
  ] as const)('reads %s of unit %s', (value, unit, expected) => {
    expect(new Date(parseTime(value, unit)).toISOString()).toBe(expected)
  })

  test.each([
    ['', 'iso'],
    ['yesterday', 'iso'],
    ['1', 'iso'],
    ['2024-02-29', 'iso'],
    ['2024-02-29T10:00:00', 'iso'],
    ['2023-02-29T10:00:00Z', 'iso'],
    ['2024-13-01T10:00:00Z', 'iso'],
    ['0001-01-01T00:00:00Z', 'iso'],
    ['1970-01-01T00:00:00Z', 'iso'],
    ['+010000-01-01T00:00:00Z', 'iso'],
    [1_700_000_000, 'iso'],
    [1_700_000_000_000, 'seconds'],
    [1_700_000_000, 'milliseconds'],
    [1_700_000_000_000_000, 'milliseconds'],
    ['1700000000', 'seconds'],
    [0, 'seconds'],
    [-1, 'seconds'],
    [Number.NaN, 'seconds'],
    [Number.POSITIVE_INFINITY, 'milliseconds'],
    [null, 'iso'],
    [undefined, 'seconds'],
    [{}, 'iso'],
  ] as const)('refuses %s of unit %s', (value, unit) => {
    expect(() => parseTime(value, unit)).toThrow(CheckError)
  })
})

describe('vendorTime()', () => {
  test('keeps ISO 8601 as it was sent, and rewrites numbers', () => {
    const Key = z.object({
      made: vendorTime(),
      used: z.nullable(vendorTime('seconds')),
      ends: vendorTime('milliseconds'),
    })

    expect(Key.parse({ made: '2024-02-29T10:00:00.0000000Z', used: 1_700_000_000, ends: 1_700_000_000_000 })).toEqual({
      made: '2024-02-29T10:00:00.0000000Z',
      used: '2023-11-14T22:13:20.000Z',
      ends: '2023-11-14T22:13:20.000Z',
    })
  })

  test.each([undefined, null, 'soon', 1_700_000_000, '1970-01-01T00:00:00Z'])('refuses %s', (made) => {
    expect(z.object({ made: vendorTime() }).safeParse({ made }).success).toBe(false)
  })

  test('says the place and the reason, and never the value', () => {
    const { error } = z.object({ used: vendorTime('seconds') }).safeParse({ used: 1_700_000_000_123 })

    expect(error?.issues[0]).toMatchObject({
      path: ['used'],
      message: 'is not between 1990 and 9999, read as a number of seconds since 1970',
    })
    expect(error?.issues[0]?.message).not.toContain('1700')
  })

  test('fits into a schema of classic zod', () => {
    const Key = classic.object({ made: vendorTime() })

    expect(Key.shape.made.safeParse('x').success).toBe(false)
  })
})

describe('daysSince()', () => {
  test.each([
    ['2026-01-15T12:00:00Z', 0],
    ['2026-01-14T12:00:01Z', 0],
    ['2026-01-14T12:00:00Z', 1],
    ['2025-01-15T12:00:00Z', 365],
    ['2026-01-16T11:59:59Z', 0],
  ])('gives for %s %i', (time, days) => {
    expect(daysSince(ctx, time)).toBe(days)
  })

  test.each([
    ['2026-01-16T12:00:01Z', 'in the future'],
    ['2036-01-15T12:00:00Z', 'in the future'],
    ['never', 'is not an ISO 8601 time'],
    [undefined, 'is not an ISO 8601 time'],
  ])('cannot tell for %s', (time, reason) => {
    expect(() => daysSince(ctx, time)).toThrow(reason)
  })

  test('takes the unit that is declared', () => {
    expect(daysSince(ctx, now.getTime() / 1000 - 86_400 * 3, 'seconds')).toBe(3)
    expect(() => daysSince(ctx, now.getTime() - 86_400_000 * 3, 'seconds')).toThrow('schema_drift')
  })
})

describe('daysBetween()', () => {
  test('counts from the first to the second, which may be in the future', () => {
    expect(daysBetween(ctx, '2025-01-15T12:00:00Z', '2027-01-15T12:00:00Z')).toBe(730)
  })

  test.each([
    ['2027-01-15T12:00:00Z', '2025-01-15T12:00:00Z'],
    [undefined, '2025-01-15T12:00:00Z'],
    ['2025-01-15T12:00:00Z', null],
  ])('cannot tell from %s to %s', (from, to) => {
    expect(() => daysBetween(ctx, from, to)).toThrow('schema_drift')
  })
})
