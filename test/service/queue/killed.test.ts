import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { openStore } from '../../../src/things/all-stores/index.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { startLoopbackVendor } from './loopback-vendor.ts'
import { createStepsConnector } from './steps-connector.ts'
import { startWorker, waitForEnd } from './workers.ts'
import { openWorldWith, waitUntil } from './world.ts'

const runsMany = isSoak ? 300 : 24
const steps = 5
const worker = { concurrency: 4, leaseMs: 1_500, pollMs: 100 }

describe('local engine', () => {
  test('of three processes on one SQLite file one is killed, and each run ends once with one set of results', async () => {
    const store = `sqlite:${join(createTempFolder(), 'store.db')}`

    const { runs, attempts, sets, mostAtOnce, others } = await killOneOfThree({ store, engine: 'local' })

    expect(runs).toEqual(Array(runsMany).fill('pass'))
    expect(attempts).toContain(2)
    expect(sets).toEqual(Array(runsMany).fill(steps))
    expect(mostAtOnce).toBe(1)
    expect(others).toEqual([0, 0])
  })
})

describePostgres('pg-boss engine', () => {
  test('of three workers one is killed, and each run ends once with one set of results', async () => {
    const store = await testPostgres()

    const { runs, attempts, sets, mostAtOnce, others } = await killOneOfThree({ store, engine: 'pg-boss' })

    expect(runs).toEqual(Array(runsMany).fill('pass'))
    expect(attempts).toContain(2)
    expect(sets).toEqual(Array(runsMany).fill(steps))
    expect(mostAtOnce).toBe(1)
    expect(others).toEqual([0, 0])
  })
})

/** Two runs of each connection wait when three workers begin; one of these is killed in the middle of its runs. */
async function killOneOfThree(given: Pick<RuntimeOptions, 'store' | 'engine'>) {
  const vendor = await startLoopbackVendor({ pauseMs: 15 })
  const keys = makeKeyText()
  const connectors = [createStepsConnector(vendor.url, { steps })]
  const { runtime, connectionIds } = await openWorldWith({ ...given, keys, connectors, worker: false }, runsMany / 2)
  const ids = await asked(runtime, given, [...connectionIds, ...connectionIds])
  const task = { ...given, keys, steps, worker, vendorUrl: vendor.url, graceMs: 5_000 }
  // In the middle of a run: whoever is asked while the vendor says nothing has not got to its end.
  const goOn = vendor.hold(runsMany)
  const workers = await Promise.all([1, 2, 3].map(() => startWorker(task)))
  const [victim] = workers
  // More than the two others can have begun between them.
  await waitUntil(() => vendor.waiting() > 2 * worker.concurrency)
  victim?.kill('SIGKILL')
  goOn()

  const list = () => runtime.runs.list({ organizationId: 'acme', limit: runsMany })
  await waitUntil(async () => (await list()).every(({ finishedAtMs }) => finishedAtMs !== null), 45_000)
  for (const one of workers) one.kill('SIGTERM')
  const others = await Promise.all(workers.slice(1).map(waitForEnd))
  const ended = await list()
  const sets = await Promise.all(ids.map(async (id) => (await runtime.runs.results(id))?.length))
  return {
    runs: ended.map(({ status }) => status),
    attempts: ended.map(({ attempts }) => attempts),
    mostAtOnce: vendor.mostAtOnce(),
    sets,
    others,
  }
}

/** Asked for by this process, and to be executed by any other. */
async function asked(
  runtime: Runtime,
  { store, engine }: Pick<RuntimeOptions, 'store' | 'engine'>,
  connectionIds: readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = []
  if (engine === 'pg-boss') {
    for (const connectionId of connectionIds) ids.push((await runtime.runs.start({ connectionId })).id)
    return ids
  }
  // As a schedule does.
  const opened = await openStore(store)
  onTestFinished(() => opened.close())
  for (const [index, connectionId] of connectionIds.entries()) {
    const of = { organizationId: 'acme', connectionId, connectorId: 'steps', startedAtMs: Date.now() + index }
    const run = { ...of, id: `run-${String(index).padStart(4, '0')}`, trigger: 'schedule' } as const
    ids.push((await opened.queue.insert({ run, request: {} })).runId)
  }
  return ids
}
