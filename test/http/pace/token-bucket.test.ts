import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TokenBucket } from '../../../src/http/pace/token-bucket.ts'

test('TokenBucket never lets more through than the vendor gives, in any window (property)', () => {
  const rate = fc.record({ perSecond: fc.integer({ min: 1, max: 50 }), burst: fc.integer({ min: 2, max: 50 }) })

  fc.assert(
    fc.property(rate, fc.array(fc.nat(500), { maxLength: 80 }), ({ perSecond, burst }, pauses) => {
      const bucket = new TokenBucket(perSecond / 1000, burst, 0, { declared: true })
      // What the vendor has, who counts at once and knows nothing of ours.
      let [tokens, atMs] = [burst, 0]
      for (const pauseMs of pauses) {
        const nowMs = atMs + pauseMs
        const delayMs = bucket.delayMs(nowMs, 0)
        tokens = Math.min(burst, tokens + ((nowMs + delayMs - atMs) * perSecond) / 1000)
        atMs = nowMs + delayMs
        expect(bucket.delayMs(atMs, 0)).toBe(0)
        bucket.take()
        tokens--
        expect(tokens).toBeGreaterThan(-1)
      }
    }),
  )
})

test('TokenBucket is empty after a refusal, and goes slower than before', () => {
  const bucket = new TokenBucket(1 / 1000, 10, 0, { declared: false })
  bucket.recordRefusal(0)

  // Half the rate: one token takes two seconds.
  expect(bucket.delayMs(0, 0)).toBe(2_000)
})

test('TokenBucket rises again after a refusal, and never above a limit that the connector declares', () => {
  const bucket = new TokenBucket(1 / 1000, 1, 0, { declared: true })
  bucket.take()
  bucket.recordRefusal(0)
  for (let times = 0; times < 10_000; times++) bucket.recordSuccess()

  expect(bucket.delayMs(0, 0)).toBe(1_000)
})

test('TokenBucket is not drained by a clock that jumps back', () => {
  const bucket = new TokenBucket(1 / 1000, 10, 1_000_000, { declared: true })

  expect(bucket.delayMs(0, 0)).toBe(0)
  expect(bucket.delayMs(1_000, 0)).toBe(0)
})

test('TokenBucket counts a request in flight as one that the vendor may not have counted yet', () => {
  const bucket = new TokenBucket(1 / 1000, 10, 0, { declared: true })
  for (let taken = 0; taken < 9; taken++) bucket.take()

  // Nine are on their way: whole again, the bucket still gives one only.
  expect(bucket.delayMs(60_000, 9)).toBe(0)
  bucket.take()
  expect(bucket.delayMs(60_000, 9)).toBe(1_000)
})
