import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWaitAskedFor } from '../../src/auth/wait-asked-for.ts'

const nowMs = Date.parse('2026-05-01T12:00:00Z')

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['1.5', 1_500],
  // RFC 9110 §5.6.7, as vendors send it.
  ['Fri, 01 May 2026 12:00:30 GMT', 30_000],
  ['Friday, 01-May-26 12:00:30 GMT', 30_000],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 0],
])('parseWaitAskedFor(%j) is %i ms', (header, ms) => {
  expect(parseWaitAskedFor(header, nowMs)).toBe(ms)
})

test.each([null, undefined, '', '-5', 'soon', '2026-05-01', '1e9', '5 minutes', '9'.repeat(400)])(
  'parseWaitAskedFor(%j) is no wait',
  (header) => {
    expect(parseWaitAskedFor(header, nowMs)).toBeUndefined()
  },
)

test('parseWaitAskedFor() never throws, and never gives a wait that is none (property)', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const ms = parseWaitAskedFor(header, nowMs) ?? 0

      expect(Number.isFinite(ms) && ms >= 0).toBe(true)
    }),
  )
})
