import { expect, test } from 'vitest'
import { RateLimiter } from '../../../../src/things/api/callers/rate-limiter.ts'

function createLimiter() {
  let nowMs = 0
  const limiter = new RateLimiter('keys', { requests: 2, windowMs: 60_000 }, { nowMs: () => nowMs })
  const count = (subject: string, atMs: number) => {
    nowMs = atMs
    const headers = new Headers()
    limiter.count(subject, headers)
    return headers.get('ratelimit')
  }
  return count
}

test('RateLimiter.count() says how many are left, refuses the next one, and begins anew when the window ends', () => {
  const count = createLimiter()

  const told = [count('a', 0), count('a', 1_000)]
  expect(() => count('a', 59_500)).toThrow(
    expect.objectContaining({ code: 'API_RATE_LIMITED', status: 429, retryAfterSeconds: 1 }),
  )
  told.push(count('a', 60_000))

  expect(told).toEqual(['"keys";r=1;t=60', '"keys";r=0;t=59', '"keys";r=1;t=60'])
})

test('RateLimiter.count() counts each subject by itself', () => {
  const count = createLimiter()

  for (const subject of ['a', 'b', 'a', 'b']) count(subject, 0)

  expect(() => count('a', 0)).toThrow(expect.objectContaining({ status: 429 }))
  expect(count('c', 0)).toBe('"keys";r=1;t=60')
})

test('RateLimiter.count() does not lock a caller out until the time that a clock had before it was set back', () => {
  const count = createLimiter()
  const hourMs = 3_600_000
  for (let request = 0; request < 2; request++) count('a', hourMs)

  expect(() => count('a', 0)).toThrow(expect.objectContaining({ status: 429, retryAfterSeconds: 60 }))
  expect(count('a', 60_000)).toBe('"keys";r=1;t=60')
})
