import { expect, test } from 'vitest'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { startLoopbackVendor } from './loopback-vendor.ts'
import { createOtherConnector, createStepsConnector } from './steps-connector.ts'
import { openRuntime, openWorldWith, waitUntil } from './world.ts'

const worker = { concurrency: 4, leaseMs: 5_000, pollMs: 50 }

/**
 * A database of its own with two organizations: `acme`, whose vendor answers nothing until it is let, and `other`, whose
 * runs need no vendor. One process asks, workers are others.
 */
async function openShared(connections: number, options: Partial<RuntimeOptions> = {}) {
  const vendor = await startLoopbackVendor()
  const goOn = vendor.hold()
  const connectors = [createStepsConnector(vendor.url), createOtherConnector(vendor.url)]
  const shared = {
    store: await testPostgres(),
    keys: makeKeyText(),
    engine: 'pg-boss' as const,
    connectors,
    ...options,
  }
  const world = await openWorldWith(shared, connections)
  const { runtime, connectionIds } = world
  await runtime.organizations.create({ id: 'other', name: 'Other' })
  const made = await runtime.connections.create({
    connector: 'other',
    organizationId: 'other',
    credentials: { api_key: 'key-of-other-1234567890' },
  })
  const startOwn = (n: number) => runtime.runs.start({ connectionId: connectionIds[n % connectionIds.length] ?? '' })
  const startOther = () => runtime.runs.start({ connectionId: made.id })
  const countRunning = async () =>
    (await runtime.runs.list({ organizationId: 'acme' })).filter(({ status }) => status === 'running').length
  return { ...world, vendor, goOn, startOwn, startOther, countRunning }
}

describePostgres('pgBossEngine() between organizations', () => {
  test('four slow connections with 45 queued runs neither refuse nor hold the start of another organization', async () => {
    const { options, runtime, vendor, goOn, startOwn, startOther, countRunning } = await openShared(4, { queueMax: 45 })
    await openRuntime({ ...options, worker })
    const own = []
    for (let n = 0; n < 45; n++) own.push(await startOwn(n))
    await waitUntil(() => vendor.waiting() === 3)

    const refused = startOwn(45)
    await expect(refused).rejects.toMatchObject({ code: 'QUEUE_FULL', retryable: true })
    const others = [await startOther(), await startOther(), await startOther()]
    const results = await Promise.all(others.map(({ result }) => result))

    // Theirs have ended while every slow connection still hangs: one place of four is always left.
    expect(results.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass'])
    expect([vendor.waiting(), vendor.asked(), await countRunning()]).toEqual([3, 3, 3])
    goOn()
    expect((await Promise.all(own.map(({ result }) => result))).map(({ status }) => status)).toEqual(
      Array(45).fill('pass'),
    )
    expect(vendor.mostInAll()).toBeLessThanOrEqual(3)
    expect((await runtime.runs.list({ organizationId: 'other' })).length).toBe(3)
  })

  test('queuedRuns refuses the run above it, for this organization alone', async () => {
    const { startOwn, startOther } = await openShared(2, { quotas: { queuedRuns: 2 } })
    for (const n of [0, 1]) await startOwn(n)

    const refused = startOwn(2)

    await expect(refused).rejects.toMatchObject({ code: 'QUEUE_FULL', message: expect.stringContaining('quotas') })
    expect((await startOther()).id).toMatch(/^[\da-f-]{36}$/)
  })

  test('runningRuns holds for each worker, with free places beside it', async () => {
    const { options, vendor, goOn, startOwn, startOther, countRunning } = await openShared(3, {
      quotas: { runningRuns: 1 },
    })
    await openRuntime({ ...options, worker })
    const own = [await startOwn(0), await startOwn(1), await startOwn(2)]
    await waitUntil(() => vendor.waiting() === 1)

    const theirs = await (await startOther()).result

    expect([theirs.status, vendor.waiting(), await countRunning()]).toEqual(['pass', 1, 1])
    goOn()
    await Promise.all(own.map(({ result }) => result))
    expect(vendor.mostInAll()).toBe(1)
  })
})
