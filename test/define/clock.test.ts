import { describe, expect, onTestFinished, test, vi } from 'vitest'
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

test('createSteadyTime() goes on by what has passed when a clock is set back, and follows it otherwise', () => {
  let wallMs = 1_000
  const passed = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => passed.mockRestore())
  const nowMs = createSteadyTime({ nowMs: () => wallMs })
  const read = (ms: number) => {
    wallMs = ms
    return nowMs()
  }

  const before = [1_000, 3_000].map(read)
  passed.mockReturnValue(250)

  expect(before).toEqual([1_000, 3_000])
  expect([500, 600, 100, 5_000].map(read)).toEqual([3_250, 3_350, 3_350, 8_250])
})
