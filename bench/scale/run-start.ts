import { randomBytes } from 'node:crypto'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { startPostgres } from '../../test/setup/postgres-server.ts'
import { leaveFigures, nameFigure } from '../goals/figures.ts'
import { readMonotonicMs, scaleConnector } from './connector.ts'
import { startChild, stopChild } from './processes.ts'

/**
 * How long a run waits on an idle machine, from `runs.start` to the first line of its check. Runs are asked for one at a time in this
 * process, while a worker of the same engine is idle in another one. With pg-boss that worker takes them; with the local engine a run begins
 * where it was asked for.
 */
const rounds = Number(process.argv[2] ?? 3)
const runs = Number(process.argv[3] ?? 50)

// As in service: every commit is on the disk before it is confirmed.
const server = await startPostgres({ fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB' })
const keys = `bench:${randomBytes(32).toString('base64')}`
const vendorUrl = 'http://127.0.0.1:1'
const options = {
  store: server.url,
  keys,
  publicUrl: 'http://127.0.0.1',
  allowPrivateNetwork: true,
  connectors: [scaleConnector(vendorUrl)],
  worker: false,
}

try {
  const measured = { local: [] as Waits[], 'pg-boss': [] as Waits[] }
  for (let round = 0; round < rounds; round++)
    for (const engine of ['local', 'pg-boss'] as const) measured[engine].push(await measure(engine))
  for (const [engine, all] of Object.entries(measured))
    for (const key of ['p50Ms', 'p99Ms'] as const) {
      const figures = all.map((each) => each[key])
      console.log(`start, ${engine}: asked → began, ${key} ${figures.map((value) => value.toFixed(1)).join(' / ')}`)
      leaveFigures({ [nameFigure('run-start', engine, key)]: figures })
    }
} finally {
  await server.remove()
}

interface Waits {
  readonly p50Ms: number
  readonly p99Ms: number
}

async function measure(engine: 'local' | 'pg-boss'): Promise<Waits> {
  const runtime = await createRuntime({ ...options, engine })
  const task = { store: server.url, keys, vendorUrl, concurrency: 16, engine }
  const { child } = await startChild('worker', task)
  if (!(await runtime.organizations.get('acme'))) await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  const credentials = { api_key: `key-${randomBytes(8).toString('hex')}` }
  const { id: connectionId } = await runtime.connections.create({
    connector: 'scale',
    organizationId: 'acme',
    credentials,
  })
  const waits: number[] = []
  // The first ones warm up.
  for (let n = -10; n < runs; n++) {
    const askedAtMs = readMonotonicMs()
    const run = await runtime.runs.start({ connectionId, checks: ['moment'] })
    const { checks } = await run.result
    const evidence = checks[0]?.results[0]?.evidence ?? {}
    const beganAtMs = typeof evidence === 'object' && 'atMs' in evidence ? Number(evidence.atMs) : Number.NaN
    if (!(beganAtMs > askedAtMs)) throw new Error(`run ${run.id} does not tell when it began`)
    if (n >= 0) waits.push(beganAtMs - askedAtMs)
  }
  await stopChild(child)
  await runtime.close()
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}
