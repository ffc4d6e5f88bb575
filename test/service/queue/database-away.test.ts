import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { describePostgres } from '../../setup/postgres.ts'
import { startPostgres } from '../../setup/postgres-server.ts'
import { isSoak } from '../../setup/short-form.ts'
import { startLoopbackVendor } from './loopback-vendor.ts'
import { createStepsConnector } from './steps-connector.ts'
import { openRuntime, openWorldWith, waitUntil } from './world.ts'

const awayMs = isSoak ? 10_000 : 1_500
const runsMany = isSoak ? 300 : 20

describePostgres('pg-boss engine', () => {
  test('when the database is stopped in the middle of the work and comes back, each run ends once', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.remove())
    const vendor = await startLoopbackVendor({ pauseMs: 30 })
    const lines: string[] = []
    const logger = {
      debug: () => {},
      info: () => {},
      warn: (_: object, line: string) => lines.push(line),
      error: () => {},
    }
    const connectors = [createStepsConnector(vendor.url, { steps: 4 })]
    const given = { store: server.url, keys: makeKeyText(), connectors, engine: 'pg-boss', logger } as const
    const { runtime, connectionIds, options } = await openWorldWith(given, 10)
    const ids: string[] = []
    for (let n = 0; n < runsMany; n++) {
      ids.push((await runtime.runs.start({ connectionId: connectionIds[n % 10] ?? '' })).id)
    }
    const worker = { concurrency: 4, leaseMs: 30_000, pollMs: 100 }
    await Promise.all([openRuntime({ ...options, worker }), openRuntime({ ...options, worker })])
    await waitUntil(() => vendor.asked() > 10)

    await server.stop()
    await sleep(awayMs)
    await server.start()

    const list = () => runtime.runs.list({ organizationId: 'acme', limit: runsMany }).catch(() => [])
    const isOver = async () => {
      const runs = await list()
      return runs.length === runsMany && runs.every(({ finishedAtMs }) => finishedAtMs !== null)
    }
    await waitUntil(isOver, 45_000)
    const results = await Promise.all(ids.map(async (id) => (await runtime.runs.results(id))?.length))
    expect((await list()).map(({ status }) => status)).toEqual(Array(runsMany).fill('pass'))
    expect(results).toEqual(Array(runsMany).fill(4))
    expect(lines).toContain('The queue of runs could not be read')
    // A line for each time that somebody looks in vain would fill the disk.
    expect(lines.filter((line) => line.startsWith('The queue')).length).toBeLessThan(6)
  })
})
