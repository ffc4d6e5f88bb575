import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listHeader, readHeader, retryAfterMs } from '../../../src/http/pace/retry-after.ts'

const nowMs = Date.parse('2026-05-01T12:00:00Z')
const asked = (value: string | string[]) => retryAfterMs({ 'retry-after': value }, nowMs)

describe('retryAfterMs()', () => {
  test.each([
    ['0', 0],
    ['120', 120_000],
    [' 1 ', 1000],
    ['1.5', 1500],
    ['00010', 10_000],
    ['Fri, 01 May 2026 12:00:30 GMT', 30_000],
    ['Fri, 01 May 2026 11:00:00 GMT', 0],
    // The two obsolete forms that a recipient must still read (RFC 9110 §5.6.7).
    ['Friday, 01-May-26 12:00:30 GMT', 30_000],
    ['Fri May  1 12:00:30 2026 GMT', 30_000],
    // asctime has no zone.
    ['Fri May  1 12:00:30 2026', 30_000],
    // What servers send in place of both forms.
    ['30s', 30_000],
    ['"30"', 30_000],
    ['30, 60', 30_000],
    ['2026-05-01T12:00:30Z', 30_000],
    ['2026-05-01T14:00:30+02:00', 30_000],
    ['1777636830', 30_000],
    ['1777636830000', 30_000],
    ['1700000000', 0],
  ])('reads %j as %i ms', (value, expected) => {
    expect(asked(value)).toBe(expected)
  })

  test.each([
    '',
    ' ',
    '-5',
    'soon',
    '5 minutes',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '2026-05-01',
    'Xyz, foo',
    `${'9'.repeat(400)}`,
  ])('makes nothing of %j', (value) => {
    expect(asked(value)).toBeUndefined()
  })

  test('takes the first of several, and nothing of none', () => {
    expect(asked(['3', '9'])).toBe(3000)
    expect(retryAfterMs({}, nowMs)).toBeUndefined()
  })

  test('never throws and never gives a negative or endless wait (property)', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.date({ noInvalidDate: true }).map(String), fc.double().map(String)),
        (value) => {
          const ms = asked(value)

          if (ms !== undefined) expect(ms >= 0 && Number.isFinite(ms)).toBe(true)
        },
      ),
    )
  })

  test('reads back every HTTP-date (property)', () => {
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 })

    fc.assert(
      fc.property(seconds, (at) => {
        expect(asked(new Date(at * 1000).toUTCString())).toBe(Math.max(0, at * 1000 - nowMs))
      }),
    )
  })
})

describe('readHeader() and listHeader()', () => {
  test('give the first line, and all lines', () => {
    const headers = { link: ['<a>', '<b>'], accept: 'x', none: undefined }

    expect([readHeader(headers, 'link'), readHeader(headers, 'accept'), readHeader(headers, 'none')]).toEqual([
      '<a>',
      'x',
      undefined,
    ])
    expect([listHeader(headers, 'link'), listHeader(headers, 'accept'), listHeader(headers, 'none')]).toEqual([
      '<a>, <b>',
      'x',
      undefined,
    ])
  })
})
