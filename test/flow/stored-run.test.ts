import { join } from 'node:path'
import { DefaultQueryCompiler } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RuntimeOptions } from '../../src/things/parts/runtime-options.ts'
import { startLoopbackVendor } from '../service/queue/loopback-vendor.ts'
import { createStepsConnector } from '../service/queue/steps-connector.ts'
import { openRuntime, openWorldWith, waitUntil } from '../service/queue/world.ts'
import { describePostgres, testPostgres } from '../setup/postgres.ts'
import { recordSent, type SentTransaction } from '../setup/record-transactions.ts'
import { createTempFolder } from '../setup/temp-folder.ts'

const runs = 10

async function openWorld(given: Pick<RuntimeOptions, 'store'> & Partial<RuntimeOptions>) {
  const vendor = await startLoopbackVendor()
  const connectors = [createStepsConnector(vendor.url, { steps: 5 })]
  // Whoever looks now and then looks after the test.
  return openWorldWith({ worker: { pollMs: 60_000 }, ...given, connectors }, 4)
}

/** Other work of the process: the log, the pulse, notices, schedules, the length of the queue once a second, and how far a slow run is. */
const ofOthers =
  /^update "run_jobs" set "progress"|from "log_entries"|log_heads|log_leaves|distinct "(organization_id|owner)"|"workers"|notice_|"schedules"|"data_connectors"|group by "organization_id"/
/** Of pg-boss, only the taking of jobs is the work of runs; our transactions name a table of ours. */
const ofRuns = /"\w+"|next AS \(/

/** What a run of five requests sends, with what those send who asked for it, where runs come one at a time. */
async function countSent(given: Parameters<typeof openWorld>[0]) {
  const { runtime, connectionIds } = await openWorld(given)
  const { id } = await runtime.runs.start({ connectionId: connectionIds[0] ?? '' })
  await waitUntil(async () => (await runtime.runs.get(id))?.status === 'pass')
  const readSent = recordSent()
  // The last statement of a run, beside its commit.
  const countEnds = () =>
    readSent().filter(({ statements }) => statements.some((each) => each.startsWith('insert into "daily_standings"')))
      .length
  const isOwn = (all: SentTransaction) =>
    all.some((each) => ofRuns.test(each)) && !all.some((each) => ofOthers.test(each))
  const counts: { transactions: number; statements: number; pieces: number }[] = []
  for (let n = 0; n < runs; n++) {
    const before = readSent().length
    await runtime.runs.start({ connectionId: connectionIds[n % connectionIds.length] ?? '' })
    await waitUntil(() => countEnds() > n)
    const own = readSent()
      .slice(before)
      .filter(({ statements }) => isOwn(statements))
    counts.push({
      transactions: own.length,
      statements: own.reduce((sum, { statements }) => sum + statements.length, 0),
      pieces: own.reduce((sum, { pieces }) => sum + pieces, 0),
    })
  }
  await waitUntil(async () => (await runtime.runs.list({ organizationId: 'acme', status: 'pass' })).length > runs)
  // Something that the process does every minute may fall into one of them.
  const findMiddle = (of: keyof (typeof counts)[number]) =>
    counts.map((count) => count[of]).toSorted((one, other) => one - other)[runs / 2] ?? Number.NaN
  return {
    transactions: findMiddle('transactions'),
    statements: findMiddle('statements'),
    /** What PostgreSQL gets in one piece and answers in one, beside commits. */
    pieces: findMiddle('pieces'),
  }
}

describe('a stored run on SQLite', () => {
  test('takes three transactions', async () => {
    const sent = await countSent({ store: `sqlite:${join(createTempFolder(), 'store.db')}` })

    expect(sent).toMatchObject({ transactions: 3 })
  })

  test('builds no statement again, also where it waits for another one and is claimed', async () => {
    const { runtime, connectionIds } = await openWorld({ store: `sqlite:${join(createTempFolder(), 'store.db')}` })
    const [connectionId = ''] = connectionIds
    const runTwo = async () => {
      const handles = await Promise.all([1, 2].map(() => runtime.runs.start({ connectionId })))
      await Promise.all(handles.map(({ result }) => result))
    }
    await runTwo()
    const compile = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery')
    onTestFinished(() => compile.mockRestore())

    await runTwo()

    const built = compile.mock.results.flatMap(({ type, value }) => (type === 'return' ? [value.sql] : []))
    // Whoever waits for a result reads it.
    const others = [ofOthers, /from "results"/]
    expect(built.filter((text) => ofRuns.test(text) && !others.some((each) => each.test(text)))).toEqual([])
  })
})

describePostgres('a stored run on PostgreSQL', () => {
  test.each([
    ['local', { transactions: 3, statements: 22, pieces: 6 }],
    ['pg-boss', { transactions: 4, statements: 31, pieces: 10 }],
  ] as const)('sends few statements in few pieces with the engine %s', async (engine, most) => {
    const sent = await countSent({ store: await testPostgres(), engine })

    expect(sent.transactions).toBe(most.transactions)
    expect(sent.statements).toBeLessThanOrEqual(most.statements)
    expect(sent.pieces).toBeLessThanOrEqual(most.pieces)
  })

  test('starts in a worker that looks once a minute, when another process has asked for it', async () => {
    const store = await testPostgres()
    const { runtime, connectionIds, options } = await openWorld({ store, engine: 'pg-boss' })
    const asker = await openRuntime({ ...options, worker: false })
    const [connectionId = ''] = connectionIds

    const { id } = await asker.runs.start({ connectionId })
    await waitUntil(async () => (await runtime.runs.get(id))?.status === 'pass')
    // The second waits for the first, and begins when that ends.
    const { id: first } = await asker.runs.start({ connectionId })
    const { id: second } = await asker.runs.start({ connectionId })
    await waitUntil(async () => (await runtime.runs.get(second))?.status === 'pass')

    expect((await runtime.runs.get(first))?.status).toBe('pass')
  })
})
