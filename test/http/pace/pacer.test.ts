import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { systemClock } from '../../../src/define/index.ts'
import {
  countBurst,
  defaultConcurrency,
  LongPauseError,
  type OnWait,
  Pacer,
  pauseMsMax,
} from '../../../src/http/pace/pacer.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { catchError } from '../support.ts'

const never = new AbortController().signal

/** A turn, always as a promise. */
async function acquire(pacer: Pacer, signal = never, onWait: OnWait = () => undefined, path = ''): Promise<number> {
  return pacer.acquire(signal, onWait, path)
}

describe('Pacer concurrency', () => {
  test.each([1, 3, undefined])('lets at most %s in flight', async (concurrency) => {
    const pacer = new Pacer({ concurrency }, fixedClock(0))
    let inFlight = 0
    let most = 0
    const work = async () => {
      await acquire(pacer)
      most = Math.max(most, ++inFlight)
      await setImmediate()
      inFlight--
      pacer.release()
    }

    await Promise.all(Array.from({ length: 100 }, work))

    expect(most).toBe(concurrency ?? defaultConcurrency)
  })

  test('serves first come, first served, also past those who give up', async () => {
    const pacer = new Pacer({ concurrency: 1 }, fixedClock(0))
    const quitter = new AbortController()
    const order: number[] = []
    await acquire(pacer)
    const waiting = [0, 1, 2, 3, 4].map(async (index) => {
      await acquire(pacer, index === 2 ? quitter.signal : never)
      order.push(index)
      pacer.release()
    })
    quitter.abort(new Error('enough'))
    const quit = await catchError(waiting[2] ?? Promise.resolve())

    pacer.release()
    await Promise.all(waiting.filter((_each, index) => index !== 2))

    expect(quit).toEqual(new Error('enough'))
    expect(order).toEqual([0, 1, 3, 4])
  })

  test('does not let a newcomer overtake', async () => {
    const pacer = new Pacer({ concurrency: 1 }, fixedClock(0))
    const order: string[] = []
    await acquire(pacer)
    const first = acquire(pacer).then(() => order.push('first'))

    pacer.release()
    const newcomer = acquire(pacer).then(() => order.push('newcomer'))
    await first
    pacer.release()
    await newcomer

    expect(order).toEqual(['first', 'newcomer'])
  })

  test('refuses a signal that is aborted already, and takes nothing', async () => {
    const pacer = new Pacer({ concurrency: 1 }, fixedClock(0))

    const error = await catchError(acquire(pacer, AbortSignal.abort(new Error('gone'))))
    await acquire(pacer)

    expect(error).toEqual(new Error('gone'))
  })
})

describe('Pacer rate', () => {
  test('never gives more than burst + rate × time in any window, in order (property)', async () => {
    const steps = fc.array(fc.oneof(fc.nat(3000), fc.constant('acquire' as const)), { minLength: 1, maxLength: 60 })

    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.2, max: 50, noNaN: true }),
        fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
        steps,
        async (requestsPerSecond, burst, script) => {
          const clock = fixedClock(1_000_000)
          // Released waiters run before time goes on.
          const sleep = async (ms: number) => {
            await setImmediate()
            clock.advance(ms)
          }
          const pacer = new Pacer({ requestsPerSecond, burst, concurrency: 1000 }, { nowMs: clock.nowMs, sleep })
          const granted: { readonly at: number; readonly index: number }[] = []
          const waiting: Promise<unknown>[] = []
          for (const step of script) {
            if (step === 'acquire') {
              const index = waiting.length
              const note = () => granted.push({ at: clock.nowMs(), index })
              const turn = pacer.acquire(never, () => undefined)
              waiting.push(typeof turn === 'number' ? Promise.resolve(note()) : turn.then(note))
            } else clock.advance(step)
            await Promise.resolve()
          }
          await Promise.all(waiting)

          const size = countBurst({ requestsPerSecond, burst })
          for (const [from, { at }] of granted.entries()) {
            for (const [to, { at: end }] of granted.entries()) {
              if (to < from) continue
              const allowed = size + (requestsPerSecond * (end - at)) / 1000
              expect(to - from + 1).toBeLessThanOrEqual(allowed + 1e-6)
            }
          }
          expect(granted.map(({ index }) => index)).toEqual(granted.map((_each, index) => index))
        },
      ),
      { numRuns: countRuns(60) },
    )
  })

  test('is used up to the limit: 10 requests at 5 a second after a burst of 5 take 1.0 s', async () => {
    const clock = fixedClock(0)
    const pacer = new Pacer({ requestsPerSecond: 5, burst: 5 }, clock)
    const waits: number[] = []

    for (let index = 0; index < 10; index++) await acquire(pacer, never, (delayMs) => waits.push(delayMs))

    expect(clock.nowMs()).toBe(1000)
    expect(waits).toEqual([200, 200, 200, 200, 200])
  })

  test('does not suffer from a clock that jumps back', async () => {
    const clock = fixedClock(100_000)
    let offset = 0
    const pacer = new Pacer(
      { requestsPerSecond: 1, burst: 2 },
      { nowMs: () => clock.nowMs() - offset, sleep: clock.sleep },
    )
    await acquire(pacer)
    offset = 50_000

    await acquire(pacer)
    await acquire(pacer)

    expect(clock.nowMs()).toBe(101_000)
  })

  test('does not let a newcomer take the token that another waits for', async () => {
    const clock = fixedClock(0)
    let wake = () => {}
    const sleep = () =>
      new Promise<void>((resolve) => {
        wake = resolve
      })
    const pacer = new Pacer({ requestsPerSecond: 1, burst: 1 }, { nowMs: clock.nowMs, sleep })
    await acquire(pacer)
    const order: string[] = []
    const first = acquire(pacer).then(() => order.push('first'))
    clock.advance(1000)
    void acquire(pacer).then(() => order.push('newcomer'))
    await setImmediate()

    wake()
    await first

    expect(order).toEqual(['first'])
  })

  test('gives the token of one who gives up to the next', async () => {
    const clock = fixedClock(0)
    // Time stands still in sleep, so that the wait can be given up.
    let wake = () => {}
    const held = { nowMs: clock.nowMs, sleep: () => new Promise<void>((resolve) => (wake = resolve)) }
    const pacer = new Pacer({ requestsPerSecond: 1, burst: 1 }, held)
    await acquire(pacer)
    const quitter = new AbortController()
    const quit = catchError(acquire(pacer, quitter.signal))
    const next = acquire(pacer)

    quitter.abort(new Error('enough'))
    clock.advance(1000)
    wake()

    expect(await quit).toEqual(new Error('enough'))
    await expect(next).resolves.toBeTypeOf('number')
  })

  test('leaves no timer behind when everyone has given up', async () => {
    const slept: AbortSignal[] = []
    const clock = {
      nowMs: () => 0,
      sleep: (ms: number, signal?: AbortSignal) => {
        if (signal) slept.push(signal)
        return systemClock.sleep(ms, signal)
      },
    }
    const pacer = new Pacer({ requestsPerSecond: 0.01 }, clock)
    await acquire(pacer)
    const quitter = new AbortController()
    const quit = catchError(acquire(pacer, quitter.signal))

    quitter.abort(new Error('enough'))

    await quit
    expect(slept.map(({ aborted }) => aborted)).toEqual([true])
  })
})

describe('Pacer.pause()', () => {
  test('holds everyone until it is over', async () => {
    const clock = fixedClock(0)
    const pacer = new Pacer({}, clock)
    pacer.pause(3000)
    pacer.pause(1000)

    await Promise.all([acquire(pacer), acquire(pacer)])

    expect(clock.nowMs()).toBe(3000)
  })

  test('refuses everyone, waiting ones too, when it is longer than a run can wait', async () => {
    const clock = fixedClock(0)
    const pacer = new Pacer({ concurrency: 1 }, clock)
    await acquire(pacer)
    const waiting = catchError(acquire(pacer))

    pacer.pause(pauseMsMax + 1)
    pacer.release()

    expect(await waiting).toBeInstanceOf(LongPauseError)
    expect(await catchError(acquire(pacer))).toMatchObject({ delayMs: pauseMsMax + 1 })
    expect(clock.slept).toEqual([])
  })

  test('does not begin again when the clock is set back', async () => {
    const clock = { nowMs: () => nowMs, sleep: async () => undefined }
    let nowMs = 86_400_000
    const pacer = new Pacer({}, clock)
    pacer.pause(1_000)
    nowMs += 1_000
    await acquire(pacer)
    pacer.release()

    nowMs -= 3_600_000

    await expect(acquire(pacer)).resolves.toBeTypeOf('number')
  })

  test('is not believed for more than an hour', async () => {
    const clock = fixedClock(0)
    const pacer = new Pacer({}, clock)
    pacer.pause(Number.MAX_SAFE_INTEGER)

    clock.advance(3_600_000)

    await expect(acquire(pacer)).resolves.toBeTypeOf('number')
  })
})

/** A vendor that counts requests as they arrive: a token bucket, or so many in each window. */
type Counter = (nowMs: number) => { readonly allowed: boolean; readonly remaining: number; readonly resetMs: number }

function bucketOf(perMs: number, burst: number): Counter {
  let tokens = burst
  let refilledAtMs: number | undefined
  return (nowMs) => {
    tokens = Math.min(burst, tokens + (nowMs - (refilledAtMs ?? nowMs)) * perMs)
    refilledAtMs = nowMs
    const allowed = tokens >= 1
    if (allowed) tokens--
    return { allowed, remaining: Math.floor(tokens), resetMs: (burst - tokens) / perMs }
  }
}

function windowOf(limit: number, lengthMs: number): Counter {
  let used = 0
  let beganAtMs = 0
  return (nowMs) => {
    if (nowMs >= beganAtMs + lengthMs) {
      beganAtMs = nowMs - (nowMs % lengthMs)
      used = 0
    }
    const allowed = used < limit
    if (allowed) used++
    return { allowed, remaining: limit - used, resetMs: beganAtMs + lengthMs - nowMs }
  }
}

/**
 * Asks `requests` times over a network whose latencies are drawn, on the way there and on the way back, so that requests
 * arrive and answers come in any order. Time is simulated: each step takes a millisecond.
 */
async function asked(
  pacer: Pacer,
  clock: ReturnType<typeof steppedClock>,
  {
    requests,
    counter,
    latencyMs,
    headersOf,
  }: {
    requests: number
    counter: Counter
    latencyMs: (index: number) => number
    headersOf: (count: ReturnType<Counter>, limited: boolean) => Record<string, string>
  },
) {
  let refused = 0
  let index = 0
  let left = requests
  const one = async () => {
    while (left > 0) {
      left--
      for (let accepted = false; !accepted; ) {
        const turn = await pacer.acquire(never, () => undefined, '/x')
        await clock.sleep(latencyMs(index++))
        const count = counter(clock.nowMs())
        await clock.sleep(latencyMs(index++))
        accepted = count.allowed
        if (!accepted) refused++
        pacer.learn(turn, '/x', { status: accepted ? 200 : 429, headers: headersOf(count, !accepted) })
        pacer.release()
      }
    }
  }
  const startedAtMs = clock.nowMs()
  const work = Promise.all(Array.from({ length: 64 }, one))
  await clock.runUntil(work)
  return { refused, tookMs: clock.nowMs() - startedAtMs }
}

/** A clock that goes on a millisecond whenever everybody sleeps. */
function steppedClock() {
  let nowMs = 1_000_000
  const sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>()
  return {
    nowMs: () => nowMs,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const sleeper = { atMs: nowMs + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        })
      }),
    runUntil: async (work: Promise<unknown>) => {
      let isDone = false
      const done = () => {
        isDone = true
      }
      work.then(done, done)
      for (;;) {
        await setImmediate()
        if (isDone) return work
        nowMs = Math.max(nowMs + 1, Math.min(...[...sleepers].map(({ atMs }) => atMs)))
        for (const sleeper of [...sleepers]) {
          if (sleeper.atMs > nowMs) continue
          sleepers.delete(sleeper)
          sleeper.wake()
        }
      }
    },
  }
}

/** Numbers from 0 up to 1 that a seed decides. */
function drawnBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const quota = ({ remaining, resetMs }: ReturnType<Counter>, limit: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': (resetMs / 1000).toFixed(3),
})

describe('Pacer with a declared limit', () => {
  test('is never refused by a bucket of that limit, however long requests and answers take (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 100, max: 3000 }),
        fc.integer({ min: 65, max: 200 }),
        fc.nat(),
        async (requestsPerSecond, burst, seed) => {
          const drawn = drawnBy(seed)
          const clock = steppedClock()
          const pacer = new Pacer({ requestsPerSecond, burst, concurrency: 64 }, clock)
          const counter = bucketOf(requestsPerSecond / 1000, burst)

          const { refused } = await asked(pacer, clock, {
            requests: 300,
            counter,
            // Now and then the network stalls, and lets go of what has gathered meanwhile all at once.
            latencyMs: (index) => (Math.floor(index / 128) % 2 === 0 ? 120 + drawn() * 10 : drawn()),
            headersOf: () => ({}),
          })

          expect(refused).toBe(0)
        },
      ),
      { numRuns: countRuns(15) },
    )
  })

  test('uses it up: 1,000 requests at 1,000/s with burst 100 take no more than 1.15 times the ideal', async () => {
    const clock = steppedClock()
    const pacer = new Pacer({ requestsPerSecond: 1000, burst: 100, concurrency: 64 }, clock)

    const { refused, tookMs } = await asked(pacer, clock, {
      requests: 1000,
      counter: bucketOf(1, 100),
      latencyMs: () => 2,
      headersOf: () => ({}),
    })

    expect(refused).toBe(0)
    expect(tookMs).toBeLessThan(900 * 1.15)
  })
})

describe('Pacer with a declared rate and no burst', () => {
  const undeclared = { requestsPerSecond: 1000, concurrency: 64 }
  const ask = (pacer: Pacer, clock: ReturnType<typeof steppedClock>, requests: number, counter: Counter) =>
    asked(pacer, clock, { requests, counter, latencyMs: () => 2, headersOf: () => ({}) })

  test('is not refused by a bucket of a tenth of a second, and takes no more than 1.3 times the ideal', async () => {
    const clock = steppedClock()

    const { refused, tookMs } = await ask(new Pacer(undeclared, clock), clock, 1000, bucketOf(1, 100))

    expect(refused).toBe(0)
    expect(tookMs).toBeLessThan(900 * 1.3)
  })

  test('lets more go at once each time when the vendor took all, up to a second of requests', async () => {
    const clock = steppedClock()
    const pacer = new Pacer(undeclared, clock)
    const counter = bucketOf(1, 1000)
    const took: number[] = []

    for (let round = 0; round < 15; round++) {
      const { refused, tookMs } = await ask(pacer, clock, 1000, counter)
      expect(refused).toBe(0)
      took.push(tookMs)
      await clock.runUntil(clock.sleep(2_000))
    }

    expect(took[0]).toBeGreaterThan(850)
    expect(took.at(-1)).toBeLessThan(200)
  })

  test('learns a smaller bucket from one round of refusals without headers, and keeps its rate', async () => {
    const clock = steppedClock()
    const pacer = new Pacer(undeclared, clock)
    const counter = bucketOf(1, 20)
    const first = await ask(pacer, clock, 500, counter)
    await clock.runUntil(clock.sleep(2_000))

    const second = await ask(pacer, clock, 500, counter)

    expect(first.refused).toBeGreaterThan(0)
    expect(second.refused).toBe(0)
    expect(second.tookMs).toBeLessThan(480 * 1.3)
  })
})

describe('Pacer without a declared limit', () => {
  test.each<[string, () => Counter, number, number]>([
    ['a bucket', () => bucketOf(1, 100), 100, 900],
    ['a window of a second', () => windowOf(300, 1000), 300, 3000],
  ])(
    'learns %s from headers before it is refused, whatever the latencies (property)',
    async (_name, vendor, limit, idealMs) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (seed) => {
          const drawn = drawnBy(seed)
          const clock = steppedClock()
          const pacer = new Pacer({ concurrency: 64 }, clock)

          const { refused, tookMs } = await asked(pacer, clock, {
            requests: 1000,
            counter: vendor(),
            latencyMs: () => drawn() * 6,
            headersOf: (count) => quota(count, limit),
          })

          expect(refused).toBeLessThanOrEqual(10)
          expect(tookMs).toBeLessThan(idealMs * 1.3)
        }),
        { numRuns: countRuns(8) },
      )
    },
  )

  test('slows down to what the vendor takes when it says no more than Retry-After', async () => {
    const clock = steppedClock()
    const pacer = new Pacer({ concurrency: 64 }, clock)

    const { refused, tookMs } = await asked(pacer, clock, {
      requests: 2000,
      counter: bucketOf(0.5, 50),
      latencyMs: () => 2,
      headersOf: (_count, limited): Record<string, string> => (limited ? { 'retry-after': '1' } : {}),
    })

    expect(refused).toBeLessThan(200)
    expect(tookMs).toBeLessThan(4000 * 4)
  })

  test('lets requests to other paths go while the quota of one is used up', async () => {
    const clock = fixedClock(0)
    const pacer = new Pacer({}, clock)
    const answered = async (path: string, resource: string, remaining: number) => {
      const turn = await acquire(pacer, never, undefined, path)
      const headers = {
        'x-ratelimit-resource': resource,
        'x-ratelimit-limit': '30',
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': '60',
      }
      pacer.learn(turn, path, { status: 200, headers })
      pacer.release()
      return clock.nowMs()
    }
    await answered('/repos/acme/a', 'core', 20)
    await answered('/search/code', 'search', 0)

    expect(await answered('/repos/acme/a/branches', 'core', 19)).toBe(0)
    expect(await answered('/search/code', 'search', 29)).toBe(60_000)
  })

  test('refuses those who would have to wait for a quota longer than a run can, when nothing is in flight', async () => {
    const clock = fixedClock(0)
    const pacer = new Pacer({}, clock)
    const first = await acquire(pacer)
    const second = await acquire(pacer)
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3000' }
    pacer.learn(first, '', { status: 200, headers })
    pacer.release()
    const waiting = catchError(acquire(pacer))

    pacer.release()

    expect(second).toBe(2)
    expect(await waiting).toMatchObject({ delayMs: 3_000_000 })
    expect(clock.slept).toEqual([])
  })

  test('lets one request out after a reset, from which it learns more', async () => {
    const clock = fixedClock(0)
    const pacer = new Pacer({}, clock)
    const spent = { 'ratelimit-remaining': '0', 'ratelimit-reset': '9' }
    pacer.learn(await acquire(pacer), '', { status: 200, headers: spent })
    pacer.release()

    await acquire(pacer)
    const second = acquire(pacer)
    await setImmediate()
    pacer.learn(2, '', { status: 200, headers: { 'ratelimit-remaining': '5', 'ratelimit-reset': '9' } })
    pacer.release()
    await second

    expect(clock.slept).toEqual([9000])
  })
})
