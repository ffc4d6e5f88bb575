import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { startPostgres } from '../../test/setup/postgres-server.ts'
import { scaleConnector } from './connector.ts'
import { cpuSecondsOf, peakMegabytesOf, startChild, stopChild } from './processes.ts'
import { schedule } from './schedules.ts'

/**
 * How far workers on one PostgreSQL scale: runs per second on 1, 2 and 4 workers, waiting times, the load of the
 * database, 100,000 schedules and many results.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '2000' },
    workers: { type: 'string', default: '1,2,4' },
    concurrency: { type: 'string', default: '32' },
    rates: { type: 'string', default: '5,20' },
    schedules: { type: 'string', default: '100000' },
    only: { type: 'string', default: 'runs,latency,schedules,results' },
  },
})
const runsMany = Number(values.runs)
const concurrency = Number(values.concurrency)
const chosen = values.only.split(',')

// As in service: every commit is on the disk before it is confirmed.
const server = await startPostgres({
  fsync: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
})
const postmaster = Number(readFileSync(join(server.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
const vendor = await startChild('vendor')
const keys = `bench:${randomBytes(32).toString('base64')}`
const store = server.url
const options = {
  store,
  keys,
  publicUrl: 'http://127.0.0.1',
  allowPrivateNetwork: true,
  connectors: [scaleConnector(vendor.said, 10_000)],
}
const runtime = await createRuntime({ ...options, engine: 'pg-boss' })
const sql = new pg.Pool({ connectionString: store, max: 2 })
const say = (text: string) => console.log(text)

try {
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  const connectionIds: string[] = []
  for (let n = 0; n < Number(values.connections); n++) {
    const credentials = { api_key: `key-${n}-${randomBytes(8).toString('hex')}` }
    connectionIds.push(
      (await runtime.connections.create({ connector: 'scale', organizationId: 'acme', credentials })).id,
    )
  }
  if (chosen.includes('runs')) {
    say(
      '\n| workers | runs | runs/s | database CPU, s (cores) | worker CPU, ms/run | RSS of a worker, MB | enqueued/s |',
    )
    say('| --- | --- | --- | --- | --- | --- | --- |')
    for (const workers of values.workers.split(',').map(Number)) say(await backlog(workers, connectionIds))
  }
  if (chosen.includes('latency')) {
    say('\n| workers | runs/s asked for | wait p50, ms | p99 | most |')
    say('| --- | --- | --- | --- | --- |')
    for (const rate of values.rates.split(',').map(Number)) say(await latency(2, rate, connectionIds))
  }
  if (chosen.includes('schedules')) for (const line of await schedule(sql, options, Number(values.schedules))) say(line)
  if (chosen.includes('results')) say(await manyResults(connectionIds))
} finally {
  await sql.end()
  await runtime.close()
  vendor.child.kill()
  await server.remove()
}

/** Runs that already wait when the workers begin. */
async function backlog(workers: number, connectionIds: readonly string[]): Promise<string> {
  const askedAtMs = performance.now()
  const since = Date.now()
  await inParallel(16, runsMany, (n) => start(connectionIds[n % connectionIds.length] ?? '', 'five'))
  const enqueued = runsMany / ((performance.now() - askedAtMs) / 1_000)
  const databaseBefore = cpuSecondsOf(postmaster)
  const children = await startWorkers(workers)
  const cpuBefore = children.map(({ pid = 0 }) => cpuSecondsOf(pid))
  await drained()
  const database = cpuSecondsOf(postmaster) - databaseBefore
  const cpu = children.reduce((sum, { pid = 0 }, n) => sum + cpuSecondsOf(pid) - (cpuBefore[n] ?? 0), 0)
  const rss = Math.max(...children.map(({ pid = 0 }) => peakMegabytesOf(pid)))
  await Promise.all(children.map(stopChild))
  const { rows } = await sql.query(
    "select count(*)::int as runs, count(*) filter (where status = 'pass')::int as passed, max(finished_at_ms) - min(began_at_ms) as took_ms from runs where started_at_ms >= $1",
    [since],
  )
  const { runs, passed, took_ms } = rows[0]
  if (passed !== runs) throw new Error(`${runs - passed} of ${runs} runs did not pass`)
  const seconds = Number(took_ms) / 1_000
  return `| ${workers} | ${runs} | ${(runs / seconds).toFixed(0)} | ${database.toFixed(1)} (${(database / seconds).toFixed(2)}) | ${((cpu / runs) * 1_000).toFixed(1)} | ${rss.toFixed(0)} | ${enqueued.toFixed(0)} |`
}

/** Waiting time of a run while the workers have room. */
async function latency(workers: number, rate: number, connectionIds: readonly string[]): Promise<string> {
  const children = await startWorkers(workers)
  const since = Date.now()
  const seconds = 10
  const asked: Promise<unknown>[] = []
  for (let n = 0; n < rate * seconds; n++) {
    asked.push(start(connectionIds[n % connectionIds.length] ?? '', 'five'))
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, since + ((n + 1) * 1_000) / rate - Date.now())))
  }
  await Promise.all(asked)
  await drained()
  await Promise.all(children.map(stopChild))
  const { rows } = await sql.query(
    'select began_at_ms - started_at_ms as waited from runs where started_at_ms >= $1 order by 1',
    [since],
  )
  const waits = rows.map(({ waited }) => Number(waited))
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))]
  return `| ${workers} | ${rate} | ${at(0.5)} | ${at(0.99)} | ${waits.at(-1)} |`
}

async function manyResults(connectionIds: readonly string[]): Promise<string> {
  const local = await createRuntime({ ...options, worker: false })
  const rounds = 5
  const beganAtMs = performance.now()
  for (let n = 0; n < rounds; n++) {
    const run = await local.runs.start({ connectionId: connectionIds[n] ?? '', checks: ['many'] })
    await run.recorded
  }
  const perSecond = (rounds * 10_000) / ((performance.now() - beganAtMs) / 1_000)
  await local.close()
  return `\nResults: ${rounds} runs of 10,000 results each, ${perSecond.toFixed(0)} results/s kept by one process, one run at a time.`
}

function start(connectionId: string, check: string): Promise<unknown> {
  return runtime.runs.start({ connectionId, checks: [check] })
}

async function startWorkers(count: number) {
  const task = { store, keys, vendorUrl: vendor.said, concurrency, engine: 'pg-boss' }
  return Promise.all(Array.from({ length: count }, async () => (await startChild('worker', task)).child))
}

async function drained(): Promise<void> {
  for (;;) {
    const { rows } = await sql.query('select 1 from run_jobs limit 1')
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function inParallel(width: number, count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, lane))
}
