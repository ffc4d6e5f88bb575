import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTime } from '../../src/text/format-time.ts'

describe('formatTime()', () => {
  it('writes a time as a Date does, whatever was written before', () => {
    const earliest = Date.UTC(-9999, 0)
    const latest = Date.UTC(99_999, 0)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: earliest, max: latest })), (times) => {
        expect(times.map(formatTime)).toEqual(times.map((ms) => new Date(ms).toISOString()))
      }),
    )
  })

  it('writes the times around a second', () => {
    expect([-1001, -1000, -1, 0, 7, 999, 1000, 999].map(formatTime)).toEqual([
      '1969-12-31T23:59:58.999Z',
      '1969-12-31T23:59:59.000Z',
      '1969-12-31T23:59:59.999Z',
      '1970-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.007Z',
      '1970-01-01T00:00:00.999Z',
      '1970-01-01T00:00:01.000Z',
      '1970-01-01T00:00:00.999Z',
    ])
  })

  it('writes whole milliseconds only, as a Date does', () => {
    expect(formatTime(1_700_000_000_123.75)).toBe('2023-11-14T22:13:20.123Z')
    expect(formatTime(-0.5)).toBe(new Date(-0.5).toISOString())
  })

  it('refuses what no Date can hold, and writes the next one right', () => {
    expect(() => formatTime(Number.NaN)).toThrow(RangeError)
    expect(() => formatTime(9e15)).toThrow(RangeError)
    expect(formatTime(5)).toBe('1970-01-01T00:00:00.005Z')
  })
})
