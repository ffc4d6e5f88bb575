import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findQuotaResetMs, isRateLimited, parseQuotaReadings } from '../../../src/http/pace/rate-limit-headers.ts'
import { linearMax, measureGrowth } from '../../setup/growth.ts'

const nowMs = Date.parse('2026-05-01T12:00:00Z')
const epochSeconds = nowMs / 1000 + 30

describe('parseQuotaReadings()', () => {
  test.each([
    [
      'the IETF draft',
      { ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
      [{ name: 'default', limit: 100, remaining: 50, resetMs: 30_000 }],
    ],
    [
      'several policies, in several lines',
      {
        ratelimit: ['"burst";r=9;t=1', '"daily; all, of it";t=3600;r=500;pk=:YWJj:'],
        'ratelimit-policy': '"burst";q=10;w=1, "daily; all, of it";q=1000;w=86400',
      },
      [
        { name: 'burst', limit: 10, remaining: 9, resetMs: 1000 },
        { name: 'daily; all, of it', limit: 1000, remaining: 500, resetMs: 3_600_000 },
      ],
    ],
    [
      'a policy whose window stands in for the reset',
      { ratelimit: '"a";r=1', 'ratelimit-policy': '"a";q=5;w=10' },
      [{ name: 'a', limit: 5, remaining: 1, resetMs: 10_000 }],
    ],
    ['a policy of bytes', { ratelimit: '"a";r=1;t=1', 'ratelimit-policy': '"a";q=5;w=10;qu="content-bytes"' }, []],
    [
      'draft 7',
      { ratelimit: 'limit=100, remaining=50, reset=30' },
      [{ name: '', limit: 100, remaining: 50, resetMs: 30_000 }],
    ],
    [
      'the drafts before it',
      { 'ratelimit-limit': '100, 100;w=60', 'ratelimit-remaining': '50', 'ratelimit-reset': '30' },
      [{ name: '', limit: 100, remaining: 50, resetMs: 30_000 }],
    ],
    [
      'GitHub',
      {
        'x-ratelimit-limit': '30',
        'x-ratelimit-remaining': '29',
        'x-ratelimit-reset': String(epochSeconds),
        'x-ratelimit-resource': 'search',
      },
      [{ name: 'search', limit: 30, remaining: 29, resetMs: 30_000 }],
    ],
    [
      'a date',
      { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '2026-05-01T12:00:30Z' },
      [{ name: '', limit: undefined, remaining: 1, resetMs: 30_000 }],
    ],
    [
      'fractions of seconds',
      { 'x-ratelimit-remaining': '1.9', 'x-ratelimit-reset': '0.087' },
      [{ name: '', limit: undefined, remaining: 1, resetMs: 87 }],
    ],
    [
      'no whole second, as one',
      { 'ratelimit-remaining': '0', 'ratelimit-reset': '0' },
      [{ name: '', limit: undefined, remaining: 0, resetMs: 1000 }],
    ],
  ])('reads %s', (_name, headers, expected) => {
    expect(parseQuotaReadings(headers, nowMs)).toEqual(expected)
  })

  test.each([
    [{}],
    [{ 'x-ratelimit-remaining': '5' }],
    [{ 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': '30' }],
    [{ 'x-ratelimit-remaining': '1e3', 'x-ratelimit-reset': '30' }],
    [{ 'x-ratelimit-remaining': '9'.repeat(400), 'x-ratelimit-reset': '30' }],
    [{ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '-30' }],
    [{ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': 'tomorrow' }],
    [{ ratelimit: '' }],
    [{ ratelimit: '"a";r=x;t=1' }],
    [{ ratelimit: 'remaining=5' }],
  ])('makes nothing of %j', (headers) => {
    expect(parseQuotaReadings(headers, nowMs)).toEqual([])
  })

  test('gives counts that can be counted with, and few of them, whatever the vendor sends (property)', () => {
    const word = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.bigInt().map(String),
      fc.constantFrom('"a";r=1;t=2', '"', ',', ';', 'r=', 't=-1', '"a";r=99999999999999999999;t=1'),
    )
    const value = fc.oneof(word, fc.array(word, { maxLength: 40 }))
    const names = ['ratelimit', 'ratelimit-policy', 'x-ratelimit-resource'].concat(
      ['ratelimit', 'x-ratelimit', 'x-rate-limit'].flatMap((prefix) =>
        ['limit', 'remaining', 'reset'].map((rest) => `${prefix}-${rest}`),
      ),
    )
    const headers = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })

    fc.assert(
      fc.property(headers, (sent) => {
        const readings = parseQuotaReadings(sent, nowMs)

        expect(readings.length).toBeLessThanOrEqual(8)
        for (const { limit = 0, remaining, resetMs } of readings) {
          expect(Number.isSafeInteger(limit) && limit >= 0).toBe(true)
          expect(Number.isSafeInteger(remaining) && remaining >= 0).toBe(true)
          expect(Number.isFinite(resetMs) && resetMs >= 0).toBe(true)
        }
      }),
    )
  })

  test('reads back what a vendor can say (property)', () => {
    const count = fc.nat(1_000_000)

    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        count,
        fc.integer({ min: 1, max: 100_000 }),
        (limit, remaining, seconds) => {
          const expected = [{ name: 'q', limit, remaining, resetMs: seconds * 1000 }]
          const field = { ratelimit: `"q";r=${remaining};t=${seconds}`, 'ratelimit-policy': `"q";q=${limit};w=1` }
          const older = (reset: number) => ({
            'x-ratelimit-limit': String(limit),
            'x-ratelimit-remaining': String(remaining),
            'x-ratelimit-reset': String(reset),
            'x-ratelimit-resource': 'q',
          })

          for (const headers of [field, older(seconds), older(nowMs / 1000 + seconds), older(nowMs + seconds * 1000)])
            expect(parseQuotaReadings(headers, nowMs)).toEqual(expected)
        },
      ),
    )
  })

  test('takes a limit of 0 for none, because there is an answer', () => {
    const headers = { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3000' }

    expect(parseQuotaReadings(headers, nowMs)).toEqual([])
    expect(isRateLimited(403, headers, nowMs)).toBe(false)
  })

  test('reads times by the clock of the vendor, if that is of today (RFC 9110 §6.6.1)', () => {
    const resetMs = (date: number) => {
      const headers = {
        date: new Date(date).toUTCString(),
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String((nowMs + 60_000) / 1000),
      }
      return parseQuotaReadings(headers, nowMs)[0]?.resetMs
    }

    expect(resetMs(nowMs)).toBe(60_000)
    // Our clock is five minutes ahead: by it, the reset would be over.
    expect(resetMs(nowMs - 300_000)).toBe(360_000)
    expect(resetMs(nowMs - 90 * 86_400_000)).toBe(60_000)
  })

  test.each(['"', '",', '"\\', ';', '"a"', 'a=', '\t'])(
    'takes time that grows linearly with a header of %j',
    async (text) => {
      const make = (length: number) => text.repeat(length / text.length)
      const parse = (header: string) => parseQuotaReadings({ ratelimit: header, 'ratelimit-policy': header }, nowMs)

      const { ratio } = await measureGrowth(make, parse, 30_000)

      expect(ratio).toBeLessThan(linearMax)
    },
  )
})

describe('isRateLimited()', () => {
  test.each([
    [429, {}, true],
    [403, { 'retry-after': '1' }, true],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' }, true],
    [403, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '30' }, false],
    [403, {}, false],
    [420, {}, true],
    [403, { 'x-ratelimit-retry-after': '5' }, true],
    [403, { 'retry-after-ms': '500' }, true],
    [503, { 'retry-after': '1' }, false],
    [200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' }, false],
  ])('of %i with %j is %s', (status, headers, expected) => {
    expect(isRateLimited(status, headers, nowMs)).toBe(expected)
  })
})

describe('findQuotaResetMs()', () => {
  test.each([
    ['GitHub', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(epochSeconds) }, 30_000],
    ['Okta', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(epochSeconds) }, 30_000],
    ['seconds from now', { 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, 30_000],
    ['epoch ms', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(nowMs + 30_000) }, 30_000],
    ['the past', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(epochSeconds - 60) }, 0],
  ])('reads the headers of %s', (_name, headers, expected) => {
    expect(findQuotaResetMs(headers, nowMs)).toBe(expected)
  })

  test.each([
    ['something is left', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '30' }],
    ['no reset is given', { 'x-ratelimit-remaining': '0' }],
    ['nothing is said', {}],
    ['the reset is no number', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }],
    ['what is left is negative', { 'x-ratelimit-remaining': '-0', 'x-ratelimit-reset': '30' }],
  ])('makes nothing of it when %s', (_name, headers) => {
    expect(findQuotaResetMs(headers, nowMs)).toBeUndefined()
  })
})
