import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { limitOwnTime, type ProcessTime } from '../../../../src/author/prove/trials/limit-own-time.ts'

/** Time that passes as `spend` says, for each millisecond on the clock. */
function pass(spend: ProcessTime): () => ProcessTime {
  const from = Date.now()
  return () => {
    const ms = Date.now() - from
    return { active: spend.active * ms, idle: spend.idle * ms, processor: spend.processor * ms }
  }
}

test.each([
  ['works all the time', { active: 1, idle: 0, processor: 1 }, 5_000],
  ['waits for a timer', { active: 0, idle: 1, processor: 0 }, 5_000],
  ['has several threads', { active: 0.5, idle: 0.5, processor: 3 }, 5_000],
  ['gets a fifth of a processor', { active: 1, idle: 0, processor: 0.2 }, 25_000],
])('limitOwnTime() ends a process that %s', async (_what, spend, endsAtMs) => {
  vi.useFakeTimers()
  try {
    const signal = limitOwnTime(5_000, pass(spend))
    await vi.advanceTimersByTimeAsync(endsAtMs - 100)
    expect(signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(signal).toMatchObject({ aborted: true, reason: { name: 'TimeoutError' } })
  } finally {
    vi.useRealTimers()
  }
})

test('limitOwnTime() reads the time of its own process', async () => {
  const signal = limitOwnTime(50)
  expect(signal.aborted).toBe(false)
  await wait(400)
  expect(signal.aborted).toBe(true)
})
