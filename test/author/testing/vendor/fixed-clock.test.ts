import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../../src/author/testing/vendor/fixed-clock.ts'

const noon = Date.UTC(2026, 4, 1, 12)

describe('fixedClock()', () => {
  test.each([
    ['epoch ms', noon],
    ['an ISO 8601 text', '2026-05-01T12:00:00Z'],
    ['a Date', new Date(noon)],
  ])('starts at %s and stands still', (_name, start) => {
    const clock = fixedClock(start)

    expect([clock.nowMs(), clock.nowMs()]).toEqual([noon, noon])
  })

  test.each([['noon-ish'], [Number.NaN], [Number.POSITIVE_INFINITY], [new Date('never')]])(
    'refuses to start at %s',
    (start) => {
      expect(() => fixedClock(start)).toThrow(TypeError)
    },
  )

  test('advance() moves time forward and is no sleep', () => {
    const clock = fixedClock(noon)

    clock.advance(1500)

    expect(clock.nowMs()).toBe(noon + 1500)
    expect(clock.slept).toEqual([])
  })

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('advance() refuses %s', (ms) => {
    const clock = fixedClock(noon)

    expect(() => clock.advance(ms)).toThrow(RangeError)
    expect(clock.nowMs()).toBe(noon)
  })
})

describe('fixedClock().sleep()', () => {
  test('takes no real time, moves the clock and is recorded', async () => {
    const clock = fixedClock(noon)
    const startedMs = performance.now()

    await clock.sleep(60_000)
    await clock.sleep(250)

    expect(performance.now() - startedMs).toBeLessThan(1000)
    expect(clock.nowMs()).toBe(noon + 60_250)
    expect(clock.slept).toEqual([60_000, 250])
  })

  test('rejects with the reason of an aborted signal and leaves no trace', async () => {
    const clock = fixedClock(noon)
    const reason = new Error('cancelled')

    await expect(clock.sleep(1000, AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(clock.nowMs()).toBe(noon)
    expect(clock.slept).toEqual([])
  })

  test('lets timers and I/O happen, so that polling ends', async () => {
    const clock = fixedClock(noon)
    let done = false
    setTimeout(() => {
      done = true
    }, 5)

    while (!done) await clock.sleep(100)

    expect(clock.nowMs()).toBeGreaterThan(noon)
  })

  test('rejects a negative wait', async () => {
    await expect(fixedClock(noon).sleep(-5)).rejects.toThrow(RangeError)
  })
})
