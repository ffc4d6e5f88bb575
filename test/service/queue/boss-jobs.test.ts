import { expect, onTestFinished, test, vi } from 'vitest'
import { BossJobs } from '../../../src/service/queue/boss-jobs.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { createStepsConnector } from './steps-connector.ts'
import { openWorldWith } from './world.ts'

describePostgres('BossJobs', () => {
  test('touches jobs of long runs, each in a statement of its own, and never one whose run is being ended', async () => {
    const url = await testPostgres()
    const connectors = [createStepsConnector('http://127.0.0.1:9')]
    const { runtime, connectionIds } = await openWorldWith({ store: url, connectors, engine: 'pg-boss' }, 3)
    for (const connectionId of connectionIds) await runtime.runs.start({ connectionId })
    const store = await openStore(url)
    onTestFinished(() => store.close())
    const touched: unknown[] = []
    const sql: typeof store.queue.sql = (text, values) => {
      if (text.includes('heartbeat_on =') && text.includes('RETURNING id')) touched.push(values?.[1])
      return store.queue.sql(text, values)
    }
    const logger = { info: () => undefined, warn: () => expect.fail('a failure was logged') }
    const jobs = await BossJobs.open({ ...store.queue, sql }, { supervise: false, logger })
    onTestFinished(() => jobs.stop())
    const takenAtMs = performance.now()
    const { begun } = await jobs.take({
      batchSize: 3,
      perConnector: undefined,
      perOrganization: 3,
      owner: 'worker',
      nowMs: Date.now(),
      connectorIds: connectors.map(({ id }) => id),
    })
    expect(begun).toHaveLength(3)
    touched.length = 0

    await jobs.touch()
    expect(touched).toEqual([])

    vi.spyOn(performance, 'now').mockReturnValue(takenAtMs + 20_000)
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    await jobs.removeOne(begun[0]?.runId ?? '', store.queue.sql)
    await jobs.touch()
    await jobs.touch()
    expect(touched).toEqual([[expect.any(String)], [expect.any(String)]])
  })
})
