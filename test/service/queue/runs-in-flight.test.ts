import { describe, expect, test, vi } from 'vitest'
import { EngineError, StoreError } from '../../../src/errors/index.ts'
import type { Execute } from '../../../src/service/queue/engine.ts'
import type { QueuedRun } from '../../../src/service/queue/queue.ts'
import { RunsInFlight } from '../../../src/service/queue/runs-in-flight.ts'

const logger = { debug: () => {}, info: () => {}, warn: vi.fn(), error: () => {} }
const queued = (facts: Partial<QueuedRun> = {}) =>
  ({ runId: 'run-1', connectionId: 'conn-1', attempt: 1, losses: 0, isCancelled: false, ...facts }) as QueuedRun

/** Runs that last until they are told to end. */
function createFlights() {
  const started: { signal: AbortSignal; isLost: () => boolean; end: () => void }[] = []
  const execute: Execute = (_run, { signal, isLost }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    started.push({ signal, isLost, end: resolve })
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
    return promise
  }
  return { flights: new RunsInFlight(execute, logger), started }
}

describe('RunsInFlight.begin()', () => {
  test('says that a run ended, and forgets it', async () => {
    const { flights, started } = createFlights()
    const outcome = flights.begin(queued())
    const sizeMeanwhile = flights.size

    started[0]?.end()

    expect(await outcome).toBe('ended')
    expect([sizeMeanwhile, flights.size]).toEqual([1, 0])
  })

  test.each([
    ['one that somebody wants ended', queued({ isCancelled: true }), 'CANCELLED'],
    ['one that has brought down three processes', queued({ losses: 3 }), 'RUN_ABANDONED'],
  ])('begins %s with a signal that is aborted already', async (_which, run, code) => {
    const { flights, started } = createFlights()

    await flights.begin(run)

    expect(started[0]?.signal).toMatchObject({ aborted: true, reason: { code } })
  })

  test('tells a store that is away from a run that fails by itself, and throws neither', async () => {
    const away = new StoreError('It is away.', { code: 'STORE_UNAVAILABLE', retryable: true })
    const bad = new EngineError('It cannot be.', { code: 'RUN_ABANDONED' })
    const outcomes = [away, bad, new Error('x')].map((error) =>
      new RunsInFlight(() => Promise.reject(error), logger).begin(queued()),
    )

    expect(await Promise.all(outcomes)).toEqual(['store away', 'failed', 'failed'])
    expect(logger.warn).toHaveBeenLastCalledWith(
      expect.objectContaining({ runId: 'run-1', code: 'UNKNOWN' }),
      expect.any(String),
    )
  })

  test('loses the earlier attempt when a run comes back to the process that had it', async () => {
    const { flights, started } = createFlights()
    const first = flights.begin(queued({ attempt: 1 }))
    const second = flights.begin(queued({ attempt: 2 }))

    expect(await first).toBe('lost')
    expect(started[1]?.isLost()).toBe(false)
    started[1]?.end()
    expect(await second).toBe('ended')
  })
})

describe('RunsInFlight', () => {
  test('cancel() ends a run that is here, and says when it is not', async () => {
    const { flights } = createFlights()
    const outcome = flights.begin(queued())

    expect([flights.cancel('run-2'), flights.cancel('run-1')]).toEqual([false, true])
    expect(await outcome).toBe('ended')
  })

  test('loseAll() gives every run up', async () => {
    const { flights } = createFlights()
    const outcomes = [flights.begin(queued()), flights.begin(queued({ runId: 'run-2' }))]

    flights.loseAll()

    expect(await Promise.all(outcomes)).toEqual(['lost', 'lost'])
  })

  test('waitForAll() waits for the last run, and no longer than it may', async () => {
    const { flights, started } = createFlights()
    const outcome = flights.begin(queued())

    await flights.waitForAll(5)
    expect(flights.size).toBe(1)
    started[0]?.end()
    await flights.waitForAll()

    expect(flights.size).toBe(0)
    expect(await outcome).toBe('ended')
  })
})
