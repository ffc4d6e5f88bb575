import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { putBack } from '../../../src/service/queue/put-back.ts'
import type { QueuedRun } from '../../../src/service/queue/queue.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

const run = { runId: 'run-1', attempt: 1, losses: 0 } as QueuedRun

vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}))

test('putBack() tries again until the store takes the run, with pauses that double', async () => {
  const atMs: number[] = []
  let elapsed = 0
  const handBack = vi.fn(async () => {
    atMs.push(elapsed)
    if (atMs.length < 3) throw new Error('away')
  })

  const done = putBack({ queue: { handBack }, run, outcome: 'store away', isStopped: () => false })
  for (; elapsed < 7_000; elapsed += 1_000) await vi.advanceTimersByTimeAsync(1_000)
  await done

  expect(atMs).toEqual([0, 2_000, 6_000])
  expect(handBack).toHaveBeenCalledWith('run-1', 1, 'left')
})

test('putBack() calls a run that failed by itself lost, so that it is not begun for ever', async () => {
  const handBack = vi.fn(async () => {})

  const done = putBack({ queue: { handBack }, run, outcome: 'failed', isStopped: () => false })
  await vi.advanceTimersByTimeAsync(1_000)
  await done

  expect(handBack).toHaveBeenCalledWith('run-1', 1, 'lost')
})

test('putBack() leaves the run alone when the process stops', async () => {
  const handBack = vi.fn(async () => {})

  const done = putBack({ queue: { handBack }, run, outcome: 'failed', isStopped: () => true })
  await vi.advanceTimersByTimeAsync(1_000)
  await done

  expect(handBack).not.toHaveBeenCalled()
})

test('putBack() waits longer for each attempt, because each asks the vendor again', async () => {
  const handBack = vi.fn(async () => {})

  const done = putBack({
    queue: { handBack },
    run: { ...run, attempt: 4 },
    outcome: 'store away',
    isStopped: () => false,
  })
  await vi.advanceTimersByTimeAsync(7_999)
  const early = handBack.mock.calls.length
  await vi.advanceTimersByTimeAsync(1)
  await done

  expect([early, handBack.mock.calls.length]).toEqual([0, 1])
})
