import { describe, expect, test } from 'vitest'
import { createSteadyTime, systemClock } from '../../src/define/index.ts'

describe('systemClock', () => {
  test('nowMs() is the wall clock', () => {
    expect(Math.abs(systemClock.nowMs() - Date.now())).toBeLessThan(1000)
  })

  test('sleep() resolves after the time asked for', async () => {
    const startMs = performance.now()

    await systemClock.sleep(20)

    expect(performance.now() - startMs).toBeGreaterThan(15)
  })

  test("sleep() rejects at once with the signal's reason, and its timer keeps nothing alive", async () => {
    const controller = new AbortController()
    const reason = new Error('stopped')
    const slept = systemClock.sleep(60_000, controller.signal)

    controller.abort(reason)

    await expect(slept).rejects.toBe(reason)
    await expect(systemClock.sleep(60_000, controller.signal)).rejects.toBe(reason)
    expect(process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length).toBeLessThan(3)
  })
})

test('createSteadyTime() goes on from where it was when a clock is set back, and follows it otherwise', () => {
  let wallMs = 1_000
  const nowMs = createSteadyTime({ nowMs: () => wallMs })
  const read = (ms: number) => {
    wallMs = ms
    return nowMs()
  }

  expect([1_000, 3_000, 500, 600, 100, 5_000].map(read)).toEqual([1_000, 3_000, 3_000, 3_100, 3_100, 8_000])
})
