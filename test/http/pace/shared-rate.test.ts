import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import type { Clock, Limits } from '../../../src/define/index.ts'
import { StoreError } from '../../../src/errors/index.ts'
import { countBurst, Pacer } from '../../../src/http/pace/pacer.ts'
import { type Rate, type RateReservation, type RateStore, SharedRate } from '../../../src/http/pace/shared-rate.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { catchError } from '../support.ts'

const never = new AbortController().signal

describe('SharedRate', () => {
  test.each<[Rate, number]>([
    [{ requestsPerSecond: 20, burst: 40 }, 10],
    [{ requestsPerSecond: 3, burst: 400 }, 3],
    [{ requestsPerSecond: 100, burst: 3 }, 1],
    [{ requestsPerSecond: 0.1, burst: 1 }, 1],
  ])('of %j reserves %d at once at most: a second of it, or a quarter of the burst', async (rate, block) => {
    const asked: RateReservation[] = []
    const shared = new SharedRate(noting(asked), 'x', rate, fixedClock(0))

    await shared.ask(1_000)

    expect(asked).toMatchObject([{ requests: block }])
  })

  test('reserves no more than what waits, once at a time', async () => {
    const asked: RateReservation[] = []
    const shared = new SharedRate(noting(asked), 'x', { requestsPerSecond: 20, burst: 40 }, fixedClock(0))

    const first = shared.ask(2)
    const second = shared.ask(2)
    await first

    expect(second).toBeUndefined()
    expect(asked.map(({ requests }) => requests)).toEqual([2])
  })

  test('lets out what was reserved from its time on, and forfeits what is not used soon', async () => {
    const clock = fixedClock(10_000)
    const shared = new SharedRate(noting([], 300), 'x', { requestsPerSecond: 20, burst: 40 }, clock)
    await shared.ask(3)

    const delays = [10_000, 10_299, 10_300, 10_799].map((nowMs) => shared.delayMs(nowMs))
    shared.take()
    const later = [10_799, 10_800].map((nowMs) => shared.delayMs(nowMs))

    expect(delays).toEqual([300, 1, 0, 0])
    expect(later).toEqual([0, Number.POSITIVE_INFINITY])
  })

  test('asks again when the clock was set back, instead of waiting for its old time', async () => {
    const shared = new SharedRate(noting([], 300), 'x', { requestsPerSecond: 20, burst: 40 }, fixedClock(10_000_000))
    await shared.ask(3)

    expect(shared.delayMs(5_000)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('Pacers of several processes on one store', () => {
  test('together never let out more than burst + rate × time in any window, and all that is asked (property)', async () => {
    const store = await openStore('memory:')
    onTestFinished(() => store.close())
    let runs = 0
    const request = fc.record({ process: fc.nat(3), atMs: fc.nat(2_000), lastsMs: fc.nat(300) })

    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.option(fc.integer({ min: 2, max: 40 }), { nil: undefined }),
        fc.array(request, { minLength: 20, maxLength: 60 }),
        async (requestsPerSecond, burst, requests) => {
          const limits: Limits = { requestsPerSecond, burst }
          const rate = { requestsPerSecond, burst: countBurst(limits) }
          const clock = steppedClock()
          const name = `app:${++runs}`
          const pacers = [0, 1, 2, 3].map(
            () => new Pacer(limits, clock, new SharedRate(store.rates, name, rate, clock)),
          )
          const sentAtMs: number[] = []

          await clock.until(
            requests.map(async ({ process, atMs, lastsMs }) => {
              await clock.sleep(atMs)
              await pacers[process]?.acquire(never, () => undefined)
              sentAtMs.push(clock.nowMs())
              await clock.sleep(lastsMs)
              pacers[process]?.release()
            }),
          )

          expect(sentAtMs).toHaveLength(requests.length)
          // A burst of one has no room for what a block may be late.
          expect(mostAbove(sentAtMs, requestsPerSecond)).toBeLessThanOrEqual(Math.max(2, rate.burst) + 1e-6)
        },
      ),
      { numRuns: countRuns(40) },
    )
  })

  test('give a lone process the whole rate: 41 requests at 20 a second, 13 of them at once, take 1.4 s', async () => {
    const store = await openStore('memory:')
    onTestFinished(() => store.close())
    const rate = { requestsPerSecond: 20, burst: 20 }
    const clock = steppedClock()
    const pacer = new Pacer(rate, clock, new SharedRate(store.rates, 'x', rate, clock))
    const beganAtMs = clock.nowMs()

    await clock.until(
      Array.from({ length: 41 }, async () => {
        await pacer.acquire(never, () => undefined)
        pacer.release()
      }),
    )

    expect(clock.nowMs() - beganAtMs).toBeGreaterThanOrEqual(1_400)
    expect(clock.nowMs() - beganAtMs).toBeLessThan(1_500)
  })

  test('send nothing while the store cannot be asked, and go on when it can', async () => {
    const gone = new StoreError('The store is away.', { code: 'STORE_UNAVAILABLE', retryable: true })
    let isAway = true
    const rates: RateStore = { reserve: () => (isAway ? Promise.reject(gone) : Promise.resolve(0)) }
    const rate = { requestsPerSecond: 20, burst: 20 }
    const clock = fixedClock(0)
    const pacer = new Pacer(rate, clock, new SharedRate(rates, 'x', rate, clock))
    const turn = async () => pacer.acquire(never, () => undefined)

    const errors = await Promise.all([catchError(turn()), catchError(turn())])
    isAway = false

    expect(errors).toEqual([gone, gone])
    expect(await turn()).toBe(1)
  })
})

function noting(asked: RateReservation[], delayMs = 0): RateStore {
  return {
    reserve: async (_name, reservation) => {
      asked.push(reservation)
      return delayMs
    },
  }
}

/** How far above the rate it went in the worst window, which is what the vendor's burst has to cover. */
function mostAbove(sentAtMs: readonly number[], perSecond: number): number {
  const above = sentAtMs.flatMap((beginMs, from) =>
    sentAtMs.slice(from).map((endMs, more) => more + 1 - (perSecond * (endMs - beginMs)) / 1000),
  )
  return Math.max(...above)
}

/** Time that several wait for side by side: it jumps to whatever is next when everybody waits. */
function steppedClock(): Clock & { until(work: readonly Promise<unknown>[]): Promise<void> } {
  let nowMs = 1_790_000_000_000
  const timers: { readonly atMs: number; readonly ring: () => void }[] = []
  return {
    nowMs: () => nowMs,
    sleep: (ms) => new Promise((ring) => timers.push({ atMs: nowMs + ms, ring })),
    until: async (work) => {
      let isDone = false
      const all = Promise.all(work).then(() => {
        isDone = true
      })
      while (!isDone) {
        // For what the store is asked meanwhile.
        for (let turn = 0; turn < 5; turn++) await setImmediate()
        timers.sort((one, other) => one.atMs - other.atMs)
        const next = timers.shift()
        if (next) nowMs = Math.max(nowMs, next.atMs)
        next?.ring()
      }
      await all
    },
  }
}
