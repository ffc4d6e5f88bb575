import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from '../../src/things/parts/runtime-options.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { startPostgres } from '../../test/setup/postgres-server.ts'
import { leaveFigures, nameFigure } from '../goals/figures.ts'
import { scaleConnector } from './connector.ts'
import { cpuSecondsOf, startChild } from './processes.ts'

/**
 * What one stored run of five requests costs on PostgreSQL, from the request to its end, where runs come one at a time: wall time,
 * processor time here and in the database, and transactions. Rounds of both engines take turns; the vendor is another process.
 */
const rounds = Number(process.argv[2] ?? 3)
const runs = 200

const server = await startPostgres({ fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB' })
const postmaster = Number(readFileSync(join(server.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
const vendor = await startChild('vendor')
const sql = new pg.Client({ connectionString: server.url })
await sql.connect()
const options = {
  store: server.url,
  keys: `bench:${randomBytes(32).toString('base64')}`,
  publicUrl: 'http://127.0.0.1',
  allowPrivateNetwork: true,
  connectors: [scaleConnector(vendor.said)],
}

try {
  const measured = { local: [] as Measured[], 'pg-boss': [] as Measured[] }
  for (let round = 0; round <= rounds; round++)
    for (const engine of ['local', 'pg-boss'] as const) {
      const figures = await measure(engine)
      // The first round warms up.
      if (round > 0) measured[engine].push(figures)
    }
  for (const [engine, all] of Object.entries(measured)) {
    const of = (key: keyof Measured) => all.map((each) => each[key]).toSorted((a, b) => a - b)
    const show = (key: keyof Measured) =>
      of(key)
        .map((value) => value.toFixed(1))
        .join(' / ')
    console.log(
      `${engine}: wall ${show('wallMs')} ms, CPU here ${show('cpuMs')} ms, in PostgreSQL ${show('databaseMs')} ms, ${show('transactions')} transactions a run`,
    )
    for (const key of ['wallMs', 'cpuMs', 'databaseMs', 'transactions'] as const)
      leaveFigures({ [nameFigure('run', engine, key)]: of(key) })
  }
} finally {
  await sql.end()
  vendor.child.kill()
  await server.remove()
}

interface Measured {
  readonly wallMs: number
  readonly cpuMs: number
  readonly databaseMs: number
  readonly transactions: number
}

async function measure(engine: 'local' | 'pg-boss'): Promise<Measured> {
  const ends = watchEnds()
  const runtime = await createRuntime({ ...options, engine, logger: ends.logger, worker: { pollMs: 60_000 } })
  if (!(await runtime.organizations.get('acme'))) await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  const credentials = { api_key: `key-${randomBytes(8).toString('hex')}` }
  const { id: connectionId } = await runtime.connections.create({
    connector: 'scale',
    organizationId: 'acme',
    credentials,
  })
  const before = { cpu: process.cpuUsage(), database: cpuSecondsOf(postmaster), transactions: await countCommits() }
  const beganAtMs = performance.now()
  for (let n = 0; n < runs; n++) {
    const ending = ends.next()
    await runtime.runs.start({ connectionId, checks: ['five'] })
    // Its events end when its end is stored.
    for await (const _ of runtime.runs.events(await ending));
  }
  const wallMs = (performance.now() - beganAtMs) / runs
  const { user, system } = process.cpuUsage(before.cpu)
  const databaseMs = ((cpuSecondsOf(postmaster) - before.database) * 1_000) / runs
  const transactions = ((await countCommits()) - before.transactions) / runs
  await runtime.close()
  return { wallMs, cpuMs: (user + system) / 1_000 / runs, databaseMs, transactions }
}

/** Those of the whole database, so that whatever the process does beside counts too. */
async function countCommits(): Promise<number> {
  // The statistics of a connection come a second after its last statement.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const { rows } = await sql.query('select xact_commit from pg_stat_database where datname = current_database()')
  return Number(rows[0].xact_commit)
}

/**
 * The runs that this process is about to end, told by its log, so that nobody asks the database for them: the handle of a run that a
 * worker takes looks four times a second, which is too seldom here.
 */
function watchEnds(): { readonly logger: Logger; readonly next: () => Promise<string> } {
  let told = Promise.withResolvers<string>()
  return {
    logger: {
      debug: () => undefined,
      info: ({ runId }: { readonly runId?: string }, message) => {
        if (message === 'Run finished' && runId !== undefined) told.resolve(runId)
      },
      warn: console.warn,
      error: console.error,
    },
    /** Call it before you start a run. @returns its id, a moment before its end is stored */
    next: () => {
      told = Promise.withResolvers()
      return told.promise
    },
  }
}
