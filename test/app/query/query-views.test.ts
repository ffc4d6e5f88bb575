import { describe, expect, test } from 'vitest'
import { openQueryViews, type QuerySource } from '../../../src/app/query/query-views.ts'
import { runQuery } from '../../../src/app/query/run-query.ts'
import { openVaultHost } from '../routes/world.ts'
import { refusedTexts } from './hostile.ts'

/** Two organizations with a connection and a run each, and what one of them can ask. */
async function openTwo() {
  const world = await openVaultHost()
  const ran = []
  for (const key of [world.key, await world.keyOf('other')]) {
    const connectionId = await world.connected(undefined, key)
    ran.push({ connectionId, runId: await world.ran(connectionId, { checks: ['boxes-locked'] }, key) })
  }
  const ask = async (sql: string, more: Partial<QuerySource> = {}) =>
    runQuery(sql, await openQueryViews({ runtime: world.runtime, organizationId: 'acme', frameworks: [], ...more }))
  return { ...world, ask, ran }
}

describe('openQueryViews()', () => {
  test('has the rows of one organization, and nothing of another one', async () => {
    const { ask, ran } = await openTwo()
    const [own, other] = ran

    expect((await ask('select run_id, connection_id, kind from runs')).rows).toEqual([
      [own?.runId, own?.connectionId, 'connection'],
    ])
    for (const view of ['checks', 'results', 'findings']) {
      const { rows } = await ask(`select distinct connection_id from ${view}`)
      expect([view, rows]).toEqual([view, [[own?.connectionId]]])
    }
    expect(JSON.stringify((await ask('select * from runs, checks, results, findings')).rows)).not.toContain(
      other?.connectionId,
    )
  })

  test('refuses what is not one SELECT over the views, and changes nothing', async () => {
    const { ask, runtime } = await openTwo()
    const list = async () => JSON.stringify(await runtime.runs.list({ organizationId: 'acme' }))
    const before = await list()

    for (const sql of refusedTexts.slice(0, 20)) await expect(ask(sql)).rejects.toMatchObject({ code: 'QUERY_INVALID' })

    expect(await list()).toBe(before)
  })

  test('of a day before the run: it has no run, no result and no finding', async () => {
    const { ask, runtime, ran } = await openTwo()
    const run = await runtime.runs.get(ran[0]?.runId ?? '')
    const asOfMs = (run?.startedAtMs ?? 0) - 1

    const counts = await ask(
      'select (select count(*) from runs), (select count(*) from results), (select count(*) from findings)',
      { asOfMs },
    )

    expect(counts.rows).toEqual([[0, 0, 0]])
    for (const view of ['people', 'accounts'])
      await expect(ask(`select * from ${view}`, { asOfMs })).rejects.toMatchObject({ code: 'QUERY_INVALID' })
  })

  test('of a time within a run: the run has begun, and has no result', async () => {
    const { ask, runtime, held, clock, connected } = await openTwo()
    const gate = Promise.withResolvers<void>()
    held.until = gate.promise
    const connectionId = await connected()
    const { id, result } = await runtime.runs.start({ connectionId, organizationId: 'acme', checks: ['boxes-locked'] })
    await expect.poll(async () => (await runtime.runs.get(id))?.beganAtMs).toBeTypeOf('number')
    const asOfMs = clock.nowMs()
    clock.advance(60_000)
    gate.resolve()
    await result
    const ofRun = `from runs where run_id = '${id}'`

    expect((await ask(`select status, finished_at ${ofRun}`, { asOfMs })).rows).toEqual([['running', null]])
    expect((await ask(`select status, finished_at is null ${ofRun}`)).rows).toEqual([['fail', 0]])
    expect((await ask(`select count(*) from results where run_id = '${id}'`, { asOfMs })).rows).toEqual([[0]])
  })

  test('of runs since a time: it leaves out earlier ones, and keeps findings as they are', async () => {
    const { ask, runtime, ran } = await openTwo()
    const run = await runtime.runs.get(ran[0]?.runId ?? '')
    const fromMs = (run?.startedAtMs ?? 0) + 1

    const { rows } = await ask('select (select count(*) from runs), (select count(*) from findings) > 0', { fromMs })

    expect(rows).toEqual([[0, 1]])
  })
})
