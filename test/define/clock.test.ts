import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/define/index.ts'

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
