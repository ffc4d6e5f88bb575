import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { LongPauseError, Pacer, pauseMsMax } from '../../../src/http/pace/pacer.ts'
import { QuotaShare } from '../../../src/http/pace/quota-share.ts'
import { catchError } from '../support.ts'

const never = new AbortController().signal

/** A vendor with a quota that somebody else uses too, and a run that sends as long as it may. */
async function runUntilRefused(given: {
  readonly limit?: number
  readonly reset?: number
  readonly share?: number
  readonly requests?: number
}) {
  const { limit = 100, reset = 600, share = 0.2 } = given
  const { requests = limit } = given
  const clock = fixedClock(0)
  const pacer = new Pacer({ concurrency: 1 }, clock)
  const part = new QuotaShare(share)
  let sent = 0
  const refusal = await catchError(
    (async () => {
      while (sent < requests) {
        const turn = await pacer.acquire(never, () => undefined, '/users', part)
        sent++
        const left = Math.max(0, reset - clock.nowMs() / 1_000)
        const headers = {
          'x-ratelimit-limit': `${limit}`,
          'x-ratelimit-remaining': '90',
          'x-ratelimit-reset': `${left}`,
        }
        pacer.learn(turn, '/users', { status: 200, headers })
        pacer.release()
      }
      throw new Error('all were sent')
    })(),
  )
  return { sent, refusal, clock }
}

describe('QuotaShare', () => {
  test('ends what would use more of a quota than its part, and says which part that is', async () => {
    const { sent, refusal } = await runUntilRefused({})

    expect(sent).toBe(20)
    expect(refusal).toBeInstanceOf(LongPauseError)
    expect(refusal).toMatchObject({ share: 0.2, delayMs: 600_000 })
  })

  test('waits for the next period where that begins soon', async () => {
    const { sent, clock } = await runUntilRefused({ reset: pauseMsMax / 1_000, requests: 30 })

    expect(sent).toBe(30)
    expect(clock.nowMs()).toBeGreaterThanOrEqual(pauseMsMax)
  })

  test('never uses more than its part of a quota in a period, but for one request of a tiny one', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        async (limit, share) => {
          const { sent } = await runUntilRefused({ limit, share, requests: limit + 1 })

          expect(sent).toBeLessThanOrEqual(Math.max(1, Math.floor(limit * share)))
        },
      ),
      { numRuns: 30 },
    ))

  test('holds nothing back where no quota is known, and nobody who has no part', async () => {
    const pacer = new Pacer({}, fixedClock(0))
    const part = new QuotaShare(0.2)
    for (let count = 0; count < 50; count++) {
      await pacer.acquire(never, () => undefined, '/users', part)
      pacer.release()
    }
    const headers = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '50', 'x-ratelimit-reset': '600' }
    pacer.learn(50, '/users', { status: 200, headers })

    expect(await pacer.acquire(never, () => undefined, '/users')).toBe(51)
    await expect(pacer.acquire(never, () => undefined, '/users', part)).rejects.toBeInstanceOf(LongPauseError)
  })
})
