import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { StoreError } from '../../../src/errors/index.ts'
import type { EngineOptions, Execute } from '../../../src/service/queue/engine.ts'
import { createLocalEngine } from '../../../src/service/queue/local.ts'
import type { QueuedRun } from '../../../src/service/queue/queue.ts'
import { openStore, type Store } from '../../../src/things/all-stores/index.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { addOrganizations, createConnection, createCredentials, runResult } from '../../things/all-stores/records.ts'
import { waitUntil } from './world.ts'

const silent = { info: () => undefined, warn: () => undefined }

async function storeWith(connections: number, url = 'memory:') {
  const store = await addOrganizations(await openStore(url))
  onTestFinished(() => store.close())
  for (let n = 0; n < connections; n++) await store.connections.insert(createConnection(`c${n}`), createCredentials())
  return store
}

/** Ends a run as the runtime does: with its attempt, and not when it is somebody else's. */
function ending(
  store: Store,
  work: (run: QueuedRun, signal: AbortSignal) => Promise<unknown> = async () => {},
): Execute {
  return async (run, { signal, isLost }) => {
    await work(run, signal)
    if (isLost()) throw new Error('lost')
    const of = { finishedAtMs: 9_000, run: toRecordedRun(runResult(run.runId)), attempt: run.attempt }
    await store.runs.finish(run.runId, { status: signal.aborted ? 'cancelled' : 'pass', ...of })
  }
}

function engineOn(store: Store, given: Partial<EngineOptions> = {}) {
  const engine = createLocalEngine({
    store,
    clock: { nowMs: Date.now },
    logger: silent,
    listConnectorIds: () => ['github'],
    takes: true,
    concurrency: 4,
    perOrganization: 16,
    queueMax: 10_000,
    leaseMs: 600,
    pollMs: 20,
    execute: ending(store),
    ...given,
  })
  onTestFinished(() => engine.stop({ graceMs: 0, unfinished: 'hand back' }))
  return engine
}

const asked = (id: string, connectionId: string) => ({
  run: {
    id,
    organizationId: 'acme',
    connectionId,
    connectorId: 'github',
    startedAtMs: Date.now(),
    trigger: 'request' as const,
  },
  request: {},
})
const hanging = (_: QueuedRun, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
const statusesOf = async (store: Store) =>
  Object.groupBy(await store.runs.list({ organizationId: 'acme', limit: 20_000 }), ({ status }) => status)

describe('createLocalEngine()', () => {
  test('refuses a run when as many wait as the queue takes, as an error that may pass', async () => {
    const store = await storeWith(1)
    const engine = engineOn(store, { queueMax: 2, execute: ending(store, hanging) })
    for (const id of ['r1', 'r2']) await engine.enqueue(asked(id, 'c0'), true)

    const refused = engine.enqueue(asked('r3', 'c0'), true)

    await expect(refused).rejects.toMatchObject({ name: 'EngineError', code: 'QUEUE_FULL', retryable: true })
    expect(await store.runs.find('r3')).toBeUndefined()
    expect(await engine.hasRoom('acme')).toBe(false)
  })

  test('an organization that fills the queue keeps no other one from getting in, nor from running', async () => {
    const store = await storeWith(6)
    await store.connections.insert(createConnection('o0', { organizationId: 'other' }), createCredentials())
    const ofOther = asked('theirs', 'o0')
    const begun: string[] = []
    const work = async (run: QueuedRun, signal: AbortSignal) => {
      begun.push(run.runId)
      if (run.organizationId === 'acme') await hanging(run, signal)
    }
    const engine = engineOn(store, { concurrency: 4, perOrganization: 3, queueMax: 6, execute: ending(store, work) })
    for (let n = 0; n < 6; n++) await engine.enqueue(asked(`r${n}`, `c${n}`), true)

    const full = engine.enqueue(asked('r6', 'c0'), true)
    await expect(full).rejects.toMatchObject({ code: 'QUEUE_FULL' })
    await engine.enqueue({ ...ofOther, run: { ...ofOther.run, organizationId: 'other' } }, true)

    await waitUntil(async () => (await store.runs.find('theirs'))?.status === 'pass')
    expect(begun).toEqual(['r0', 'r1', 'r2', 'theirs'])
    expect([await engine.hasRoom('acme'), await engine.hasRoom('other')]).toEqual([false, true])
  })

  test('refuses an organization that has as many runs as its quota, whatever room the queue has', async () => {
    const store = await storeWith(1)
    const engine = engineOn(store, { queueMaxPerOrganization: 2, execute: ending(store, hanging) })
    for (const id of ['r1', 'r2']) await engine.enqueue(asked(id, 'c0'), true)

    const refused = engine.enqueue(asked('r3', 'c0'), true)

    await expect(refused).rejects.toMatchObject({ code: 'QUEUE_FULL', message: expect.stringContaining('quotas') })
  })

  test('runs as many at once as it may, one of a connection, and all in the end', async () => {
    const store = await storeWith(10)
    const now = new Map<string, number>()
    let most = 0
    const work = async ({ connectionId }: QueuedRun) => {
      expect(now.has(connectionId)).toBe(false)
      now.set(connectionId, 1)
      most = Math.max(most, now.size)
      await new Promise((resolve) => setTimeout(resolve, 5))
      now.delete(connectionId)
    }
    const engine = engineOn(store, { concurrency: 3, execute: ending(store, work) })

    for (let n = 0; n < 30; n++) await engine.enqueue(asked(`r${n}`, `c${n % 10}`), true)

    await waitUntil(async () => (await statusesOf(store)).pass?.length === 30)
    expect(most).toBe(3)
  })

  test('stops in time with many runs waiting: what runs goes back, nothing is lost, and the next process does the rest', async () => {
    const many = isSoak ? 10_000 : 500
    const store = await storeWith(50, isSoak ? `sqlite:${join(createTempFolder(), 'store.db')}` : 'memory:')
    const first = engineOn(store, { execute: ending(store, hanging) })
    for (let n = 0; n < many; n++) await first.enqueue(asked(`r${String(n).padStart(5, '0')}`, `c${n % 50}`), true)
    await waitUntil(async () => (await statusesOf(store)).running?.length === 4)

    const beganAtMs = performance.now()
    await first.stop({ graceMs: 50, unfinished: 'hand back' })
    const stoppedInMs = performance.now() - beganAtMs
    const between = await statusesOf(store)
    engineOn(store, { concurrency: 16 })
    await waitUntil(async () => (await statusesOf(store)).pass?.length === many, 200_000)

    expect(stoppedInMs).toBeLessThan(isSoak ? 10_000 : 3_000)
    expect(between.queued?.length).toBe(many)
    expect(await store.workers.list()).toHaveLength(1)
    expect(await store.queue.count()).toBe(0)
  })

  test('takes over what a silent process had, and the silent one may end nothing when it wakes up', async () => {
    const store = await storeWith(1)
    // On another machine, so that only its silence shows.
    await store.workers.insert({ id: 'elsewhere/1/x', startedAtMs: 1 })
    const { runId, attempt } = await store.queue.insert({ ...asked('r1', 'c0'), owner: 'elsewhere/1/x', begin: true })

    engineOn(store)
    await waitUntil(async () => (await store.runs.find('r1'))?.status === 'pass')
    const of = { finishedAtMs: 9_000, run: toRecordedRun(runResult(runId)), attempt }
    const late = store.runs.finish(runId, { status: 'fail', ...of })

    await expect(late).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    expect(await store.runs.find('r1')).toMatchObject({ status: 'pass', attempts: 2 })
    expect((await store.workers.list()).map(({ id }) => id)).not.toContain('elsewhere/1/x')
  })

  test('leaves a process in peace whose pulse goes on, however wrong its clock is', async () => {
    const store = await storeWith(1)
    const slow = engineOn(store, { clock: { nowMs: () => Date.now() - 86_400_000 }, execute: ending(store, hanging) })
    await slow.enqueue(asked('r1', 'c0'), true)

    engineOn(store, { clock: { nowMs: () => Date.now() + 86_400_000 } })
    await new Promise((resolve) => setTimeout(resolve, 1_500))

    expect(await store.runs.find('r1')).toMatchObject({ status: 'running', attempts: 1 })
  })

  test('gives up its runs when others have taken it for dead', async () => {
    const store = await storeWith(1)
    const told: string[] = []
    const work = async (run: QueuedRun, signal: AbortSignal) => {
      told.push(`${run.attempt} begins`)
      if (run.attempt > 1) return
      await hanging(run, signal)
      told.push('1 is broken off')
    }
    const engine = engineOn(store, { execute: ending(store, work) })
    await engine.enqueue(asked('r1', 'c0'), true)
    const [worker] = await store.workers.list()

    await store.workers.remove(worker?.id ?? '')
    await store.queue.release(worker?.id ?? '', 'lost')
    await waitUntil(async () => (await store.runs.find('r1'))?.status === 'pass')
    await waitUntil(() => told.includes('1 is broken off'))

    expect(told).toContain('2 begins')
    expect((await store.runs.find('r1'))?.attempts).toBeGreaterThan(1)
  })

  test('a run that could not be kept because the store was away is begun again, and that does not count against it', async () => {
    const store = await storeWith(1)
    const begun: QueuedRun[] = []
    const work = async (run: QueuedRun) => {
      begun.push(run)
      if (begun.length === 1) throw new StoreError('Away.', { code: 'STORE_UNAVAILABLE', retryable: true })
    }
    const engine = engineOn(store, { execute: ending(store, work) })

    await engine.enqueue(asked('r1', 'c0'), true)
    await waitUntil(async () => (await store.runs.find('r1'))?.status === 'pass')

    expect(begun.map(({ attempt, losses }) => [attempt, losses])).toEqual([
      [1, 0],
      [2, 0],
    ])
  })

  test('a run that has brought down three processes is not begun again', async () => {
    const store = await storeWith(1)
    for (let n = 0; n < 3; n++) {
      const owner = `elsewhere/1/${n}`
      if (n === 0) await store.queue.insert({ ...asked('r1', 'c0'), owner, begin: true })
      else await store.queue.claimOne('r1', owner, 1_000)
      await store.queue.release(owner, 'lost')
    }
    const reasons: unknown[] = []

    engineOn(store, { execute: ending(store, async (_, signal) => void reasons.push(signal.reason)) })
    await waitUntil(async () => (await store.runs.find('r1'))?.finishedAtMs !== null)

    expect(reasons).toEqual([expect.objectContaining({ name: 'EngineError', code: 'RUN_ABANDONED' })])
  })

  test('cancel() reaches a run in another process', async () => {
    const store = await storeWith(1)
    const one = engineOn(store, { execute: ending(store, hanging) })
    const other = engineOn(store)
    await one.enqueue(asked('r1', 'c0'), true)

    const cancelled = await other.cancel('r1')

    expect(cancelled).toBe(true)
    await waitUntil(async () => (await store.runs.find('r1'))?.status === 'cancelled')
    expect(await other.cancel('r1')).toBe(false)
  })
})
