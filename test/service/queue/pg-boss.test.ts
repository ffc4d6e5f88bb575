import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { describePostgres, emptyPostgres, testPostgres } from '../../setup/postgres.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { startLoopbackVendor } from './loopback-vendor.ts'
import { createOtherConnector, createStepsConnector } from './steps-connector.ts'
import { openRuntime, openWorldWith, waitUntil } from './world.ts'

const worker = { concurrency: 4, leaseMs: 1_500, pollMs: 50 }

describePostgres('pgBossEngine()', () => {
  const shared = { store: '', keys: makeKeyText(), engine: 'pg-boss' as const }
  beforeAll(async () => {
    shared.store = await testPostgres()
  })

  test('several that are the first on a database make its tables once, and all of them start', async () => {
    const { store: _, ...rest } = shared
    const options = { ...rest, connectors: [], publicUrl: 'https://checks.example.com', store: await emptyPostgres() }

    const started = await Promise.allSettled(Array.from({ length: 4 }, () => openRuntime(options)))

    expect(started.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
  })

  test('lets a worker execute what another process asked for, whose handle tells events and result all the same', async () => {
    const vendor = await startLoopbackVendor()
    const connectors = [createStepsConnector(vendor.url)]
    const { runtime, connectionIds, options } = await openWorldWith({ ...shared, connectors }, 1)
    const [connectionId = ''] = connectionIds
    const [first, second] = [await runtime.runs.start({ connectionId }), await runtime.runs.start({ connectionId })]
    const before = await runtime.runs.get(first.id)

    await openRuntime({ ...options, worker })
    const types: string[] = []
    // A run of more than half a second, as on a busy machine, tells of its requests too.
    for await (const { type } of first.events) if (type !== 'request') types.push(type)

    expect(before).toMatchObject({ status: 'queued', attempts: 0 })
    expect(types).toEqual(['run.started', 'check.started', 'check.finished', 'run.finished'])
    expect((await first.result).checks[0]?.results).toHaveLength(3)
    expect(await second.result).toMatchObject({ status: 'pass', id: second.id })
  })

  test('refuses a run when as many wait as the queue takes, and executes those that are in it', async () => {
    const vendor = await startLoopbackVendor()
    const connectors = [createStepsConnector(vendor.url)]
    const { runtime, connectionIds, options } = await openWorldWith({ ...shared, connectors, queueMax: 2 }, 1)
    const [connectionId = ''] = connectionIds
    const runs = [await runtime.runs.start({ connectionId }), await runtime.runs.start({ connectionId })]

    const refused = runtime.runs.start({ connectionId })

    await expect(refused).rejects.toMatchObject({ name: 'EngineError', code: 'QUEUE_FULL', retryable: true })
    await openRuntime({ ...options, worker })
    for (const { result } of runs) expect((await result).status).toBe('pass')
    expect(vendor.asked()).toBe(6)
  })

  test('executes a run that keeps its exchanges where it was asked for, in turn with those of workers', async () => {
    const vendor = await startLoopbackVendor()
    const connectors = [createStepsConnector(vendor.url)]
    const { runtime, connectionIds, options } = await openWorldWith({ ...shared, connectors }, 1)
    const [connectionId = ''] = connectionIds
    await openRuntime({ ...options, worker })

    const runs = await Promise.all([
      runtime.runs.start({ connectionId }),
      runtime.runs.start({ connectionId, exchanges: { file: join(createTempFolder(), 'exchanges') } }),
      runtime.runs.start({ connectionId }),
    ])
    const results = await Promise.all(runs.map(({ result }) => result))

    expect(results.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass'])
    expect(results[1]?.replayable).toBe(true)
    expect(vendor.mostAtOnce()).toBe(1)
  })

  test('a run that waits is ended by whoever is asked to, without anything being sent; one that runs, by its worker', async () => {
    const vendor = await startLoopbackVendor()
    const goOn = vendor.hold()
    const connectors = [createStepsConnector(vendor.url)]
    const { runtime, connectionIds, options } = await openWorldWith({ ...shared, connectors }, 1)
    const [connectionId = ''] = connectionIds
    await openRuntime({ ...options, worker })
    const running = await runtime.runs.start({ connectionId })
    const waiting = await runtime.runs.start({ connectionId })
    await waitUntil(() => vendor.asked() === 1)

    const done = [await runtime.runs.cancel(waiting.id), await runtime.runs.cancel(running.id)]
    const ended = [await waiting.result, await running.result]
    goOn()

    expect(done).toEqual([true, true])
    expect(ended.map(({ checks }) => checks[0]?.error?.code)).toEqual(['CANCELLED', 'CANCELLED'])
    expect(vendor.asked()).toBe(1)
    expect(await runtime.runs.cancel(running.id)).toBe(false)
  })

  test('a run of a connector that no worker has is tried again later, and when it is given up ends as an error that says so', async () => {
    const vendor = await startLoopbackVendor()
    const connectors = [createStepsConnector(vendor.url)]
    const { runtime, connectionIds, options } = await openWorldWith({ ...shared, connectors }, 1)
    const [connectionId = ''] = connectionIds
    const run = await runtime.runs.start({ connectionId })
    const boss = new PgBoss({
      connectionString: shared.store,
      schema: 'checkwright_jobs',
      supervise: false,
      schedule: false,
    })
    await boss.start()
    onTestFinished(() => boss.stop({ graceful: false }))

    await openRuntime({ ...options, connectors: [createOtherConnector(vendor.url)], worker })
    const jobs = () => boss.findJobs('runs', { data: { runId: run.id } })
    await waitUntil(async () => (await jobs())[0]?.state === 'retry')
    const meanwhile = await runtime.runs.get(run.id)
    // As pg-boss does after the last try.
    await boss.send('runs-dead', { runId: run.id })
    const result = await run.result

    expect(meanwhile).toMatchObject({ status: 'queued', attempts: 0 })
    expect(result).toMatchObject({ status: 'error', checks: [], replayable: false })
    expect(result.notReplayableBecause).toContain('No worker has the connector "steps"')
    expect(vendor.asked()).toBe(0)
  })

  test('a worker that stops hands back what runs, and another one ends it', async () => {
    const vendor = await startLoopbackVendor()
    const goOn = vendor.hold()
    const connectors = [createStepsConnector(vendor.url)]
    const { runtime, connectionIds, options } = await openWorldWith({ ...shared, connectors }, 1)
    const first = await openRuntime({ ...options, worker })
    const run = await runtime.runs.start({ connectionId: connectionIds[0] ?? '' })
    await waitUntil(() => vendor.asked() === 1)

    await first.close({ graceMs: 50, unfinished: 'hand back' })
    const between = await runtime.runs.get(run.id)
    goOn()
    await openRuntime({ ...options, worker })

    expect(between).toMatchObject({ status: 'queued', attempts: 1, result: undefined })
    expect((await run.result).checks[0]?.results).toHaveLength(3)
    expect(await runtime.runs.get(run.id)).toMatchObject({ status: 'pass', attempts: 2 })
  })

  test('runs of one connector are as many at once as perConnector says, over all workers', async () => {
    const vendor = await startLoopbackVendor({ pauseMs: 10 })
    const connectors = [createStepsConnector(vendor.url)]
    const { runtime, connectionIds, options } = await openWorldWith({ ...shared, connectors }, 10)
    const runs = await Promise.all(connectionIds.map((connectionId) => runtime.runs.start({ connectionId })))

    const limited = { ...worker, perConnector: 2 }
    await Promise.all([openRuntime({ ...options, worker: limited }), openRuntime({ ...options, worker: limited })])
    const results = await Promise.all(runs.map(({ result }) => result))

    expect(results.map(({ status }) => status)).toEqual(Array(10).fill('pass'))
    expect(vendor.mostInAll()).toBe(2)
  })
})
