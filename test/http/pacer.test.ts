import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/define/index.ts'
import { defaultConcurrency, LongPauseError, Pacer, pauseMsMax } from '../../src/http/pacer.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'
import { errorOf } from './support.ts'

const never = new AbortController().signal
const ignore = () => undefined

describe('Pacer concurrency', () => {
  test.each([1, 3, undefined])('lets at most %s in flight', async (concurrency) => {
    const pacer = new Pacer({ concurrency }, fixedClock(0))
    let inFlight = 0
    let most = 0
    const work = async () => {
      await pacer.acquire(never, ignore)
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
    await pacer.acquire(never, ignore)
    const waiting = [0, 1, 2, 3, 4].map(async (index) => {
      await pacer.acquire(index === 2 ? quitter.signal : never, ignore)
      order.push(index)
      pacer.release()
    })
    quitter.abort(new Error('enough'))
    const quit = await errorOf(waiting[2] ?? Promise.resolve())

    pacer.release()
    await Promise.all(waiting.filter((_each, index) => index !== 2))

    expect(quit).toEqual(new Error('enough'))
    expect(order).toEqual([0, 1, 3, 4])
  })

  test('does not let a newcomer overtake', async () => {
    const pacer = new Pacer({ concurrency: 1 }, fixedClock(0))
    const order: string[] = []
    await pacer.acquire(never, ignore)
    const first = pacer.acquire(never, ignore).then(() => order.push('first'))

    pacer.release()
    const newcomer = pacer.acquire(never, ignore).then(() => order.push('newcomer'))
    await first
    pacer.release()
    await newcomer

    expect(order).toEqual(['first', 'newcomer'])
  })

  test('refuses a signal that is aborted already, and takes nothing', async () => {
    const pacer = new Pacer({ concurrency: 1 }, fixedClock(0))

    const error = await errorOf(pacer.acquire(AbortSignal.abort(new Error('gone')), ignore))
    await pacer.acquire(never, ignore)

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
          // Whoever was let go has run before time goes on.
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
              waiting.push(pacer.acquire(never, ignore).then(() => granted.push({ at: clock.nowMs(), index })))
            } else clock.advance(step)
            await Promise.resolve()
          }
          await Promise.all(waiting)

          const size = burst ?? Math.max(1, Math.ceil(requestsPerSecond))
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
      { numRuns: 60 },
    )
  })

  test('is used up to the limit: 10 requests at 5 a second after a burst of 5 take one second', async () => {
    const clock = fixedClock(0)
    const pacer = new Pacer({ requestsPerSecond: 5 }, clock)
    const waits: number[] = []

    for (let index = 0; index < 10; index++) await pacer.acquire(never, (delayMs) => waits.push(delayMs))

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
    await pacer.acquire(never, ignore)
    offset = 50_000

    await pacer.acquire(never, ignore)
    await pacer.acquire(never, ignore)

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
    await pacer.acquire(never, ignore)
    const order: string[] = []
    const first = pacer.acquire(never, ignore).then(() => order.push('first'))
    clock.advance(1000)
    void pacer.acquire(never, ignore).then(() => order.push('newcomer'))
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
    await pacer.acquire(never, ignore)
    const quitter = new AbortController()
    const quit = errorOf(pacer.acquire(quitter.signal, ignore))
    const next = pacer.acquire(never, ignore)

    quitter.abort(new Error('enough'))
    clock.advance(1000)
    wake()

    expect(await quit).toEqual(new Error('enough'))
    await expect(next).resolves.toBeUndefined()
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
    const pacer = new Pacer({ requestsPerSecond: 0.001 }, clock)
    await pacer.acquire(never, ignore)
    const quitter = new AbortController()
    const quit = errorOf(pacer.acquire(quitter.signal, ignore))

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

    await Promise.all([pacer.acquire(never, ignore), pacer.acquire(never, ignore)])

    expect(clock.nowMs()).toBe(3000)
  })

  test('refuses everyone, waiting ones too, when it is longer than a run can wait', async () => {
    const clock = fixedClock(0)
    const pacer = new Pacer({ concurrency: 1 }, clock)
    await pacer.acquire(never, ignore)
    const waiting = errorOf(pacer.acquire(never, ignore))

    pacer.pause(pauseMsMax + 1)
    pacer.release()

    expect(await waiting).toBeInstanceOf(LongPauseError)
    expect(await errorOf(pacer.acquire(never, ignore))).toMatchObject({ delayMs: pauseMsMax + 1 })
    expect(clock.slept).toEqual([])
  })

  test('is not believed for more than an hour', async () => {
    const clock = fixedClock(0)
    const pacer = new Pacer({}, clock)
    pacer.pause(Number.MAX_SAFE_INTEGER)

    clock.advance(3_600_000)

    await expect(pacer.acquire(never, ignore)).resolves.toBeUndefined()
  })
})
