import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openStore } from '../../src/things/all-stores/index.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { startPostgres } from '../../test/setup/postgres-server.ts'
import { leaveFigures, nameFigure } from '../goals/figures.ts'
import { scaleConnector } from '../scale/connector.ts'
import { startChild } from '../scale/processes.ts'
import { type Ask, addBundles, dialects, fill, fillHistory, fillLog } from './fill.ts'

/**
 * What others notice of retention: requests and runs at a steady rate in a process that deletes a million old runs with their results,
 * beside the same in a process that deletes nothing, in one that erases another organization, and in one that disconnects a connection with
 * a long history. They take turns on one store.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '500' },
    bundles: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
    stores: { type: 'string', default: 'sqlite,postgres' },
    /** Of the connection that is disconnected. */
    history: { type: 'string', default: '100000' },
    works: { type: 'string', default: 'retention,erasure,disconnection' },
  },
})
const works = ['retention', 'erasure', 'disconnection'] as const
const chosen = works.filter((work) => values.works.split(',').includes(work))
/** Of the log of an organization that is erased: two for each run. */
const entries = 2 * Number(values.runs)
const keys = `bench:${randomBytes(32).toString('base64')}`
const vendor = await startChild('vendor')

try {
  if (values.stores.includes('sqlite')) {
    const folder = mkdtempSync(join(tmpdir(), 'checkwright-retention-'))
    const file = join(folder, 'store.db')
    try {
      await measure('sqlite', `sqlite:${file}`, async (work) => {
        const database = new DatabaseSync(file)
        database.exec('pragma synchronous = off')
        try {
          await work(async (text) => database.prepare(text).all())
          database.exec('pragma wal_checkpoint(truncate)')
        } finally {
          database.close()
        }
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  if (values.stores.includes('postgres')) {
    const server = await startPostgres({
      fsync: 'on',
      full_page_writes: 'on',
      shared_buffers: '256MB',
      max_wal_size: '2GB',
    })
    try {
      await measure('postgres', server.url, async (work) => {
        const client = new pg.Client({ connectionString: server.url })
        await client.connect()
        try {
          await work(async (text) => (await client.query(text)).rows)
          await client.query('checkpoint')
        } finally {
          await client.end()
        }
      })
    } finally {
      await server.remove()
    }
  }
} finally {
  vendor.child.kill()
}

type Connect = (work: (ask: Ask) => Promise<void>) => Promise<void>

async function measure(kind: keyof typeof dialects, store: string, connect: Connect): Promise<void> {
  const { connectionId, key, templateId } = await prepare(store)
  const beganAtMs = performance.now()
  await connect(async (ask) => {
    const opened = await openStore(store)
    await fill(ask, dialects[kind], { templateId, connections: Number(values.connections), runs: Number(values.runs) })
    await addBundles(ask, opened, Number(values.bundles))
    await opened.close()
  })
  console.log(`\n${kind}: ${values.runs} runs written in ${((performance.now() - beganAtMs) / 1_000).toFixed(0)} s`)
  const task = { store, keys, vendorUrl: vendor.said, connectionId, key, seconds: Number(values.seconds) }
  const rounds: Round[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    const long = await makeFailing(store)
    await connect((on) => fillHistory(on, dialects[kind], { ...long, runs: Number(values.history), round }))
    const measured: Partial<Record<Work | 'none', Measured>> = { none: await ask({ ...task, work: 'none' }) }
    for (const work of chosen) {
      if (work === 'erasure') await connect((on) => fillLog(on, dialects[kind], { organizationId: 'erased', entries }))
      measured[work] = await ask({ ...task, work, longId: long.connectionId })
    }
    rounds.push(measured)
  }
  for (const work of chosen) {
    console.log(
      `\n| ${work} | p50 without, ms | during | × | p99 without, ms | during | × |\n| --- | --- | --- | --- | --- | --- | --- |`,
    )
    for (const name of Object.keys(rounds[0]?.none?.tookMs ?? {})) {
      const [p50, p99] = [compare(rounds, { work, name, share: 0.5 }), compare(rounds, { work, name, share: 0.99 })]
      console.log(`| ${name} | ${show(p50)} | ${show(p99)} |`)
      leaveFigures({ [nameFigure(work, kind, name)]: p99.ratios })
    }
  }
  for (const { none, retention, erasure, disconnection } of rounds) {
    const cores = (measured: Measured | undefined) => measured && (measured.cpuMs / measured.wallMs).toFixed(2)
    const perSecond = retention && ((retention.deleted?.runs ?? 0) / (retention.wallMs / 1_000)).toFixed(0)
    console.log(
      [
        retention && `${perSecond} runs/s deleted, CPU of the process ${cores(retention)} cores`,
        erasure && `during an erasure ${cores(erasure)}${erasure.isErased ? '' : ' (not yet done)'}`,
        disconnection && `disconnected in ${disconnection.disconnectMs?.toFixed(0)} ms, ${cores(disconnection)} cores`,
        `without ${cores(none)}; load ${loadavg()[0]?.toFixed(1)}`,
      ]
        .filter(Boolean)
        .join('; '),
    )
  }
}

type Work = (typeof works)[number]

type Round = Partial<Record<Work | 'none', Measured>>

function compare(
  rounds: readonly Round[],
  { work, name, share }: { readonly work: Work; readonly name: string; readonly share: number },
) {
  const of = (measured: Measured | undefined) => quantile(measured?.tookMs[name] ?? [], share)
  return {
    without: rounds.map((round) => of(round.none)),
    during: rounds.map((round) => of(round[work])),
    ratios: rounds.map((round) => of(round[work]) / of(round.none)),
  }
}

function show({ without, during, ratios }: ReturnType<typeof compare>): string {
  return [
    median(without).toFixed(1),
    median(during).toFixed(1),
    ratios.map((ratio) => ratio.toFixed(2)).join(' / '),
  ].join(' | ')
}

interface Measured {
  readonly tookMs: Readonly<Record<string, readonly number[]>>
  readonly deleted?: { readonly runs: number }
  readonly isErased?: boolean
  readonly disconnectMs?: number
  readonly wallMs: number
  readonly cpuMs: number
}

async function ask(task: object): Promise<Measured> {
  return JSON.parse((await startChild('../retention/measure', task)).said)
}

/** A connection of the large organization whose check has failed once. */
async function makeFailing(store: string) {
  const runtime = await openRuntime(store)
  const credentials = { api_key: `key-${randomBytes(8).toString('hex')}` }
  const { id: connectionId } = await runtime.connections.create({
    connector: 'scale',
    organizationId: 'acme',
    credentials,
  })
  const run = await runtime.runs.start({ connectionId, checks: ['failing'] })
  await run.recorded
  const [finding] = await runtime.findings.list({ organizationId: 'acme', connectionId })
  await runtime.close()
  if (finding === undefined) throw new Error('The check has not failed')
  return { connectionId, runId: run.id, findingId: finding.id }
}

function openRuntime(store: string) {
  const connectors = [scaleConnector(vendor.said)]
  return createRuntime({ store, keys, connectors, publicUrl: 'http://127.0.0.1', allowPrivateNetwork: true })
}

/** One large organization and twenty small ones, and one run that has ended. */
async function prepare(store: string) {
  const runtime = await openRuntime(store)
  const small = Array.from({ length: 20 }, (_, n) => `small-${n}`)
  for (const id of ['acme', 'erased', ...small]) await runtime.organizations.create({ id, name: id })
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: 'ada@example.com' })
  let connectionId = ''
  for (let n = 0; n < Number(values.connections); n++) {
    const organizationId = n % 2 === 0 ? 'acme' : (small[n % small.length] ?? '')
    const credentials = { api_key: `key-${n}-${randomBytes(8).toString('hex')}` }
    const { id } = await runtime.connections.create({ connector: 'scale', organizationId, credentials })
    if (n === 0) connectionId = id
  }
  const run = await runtime.runs.start({ connectionId, checks: ['five'] })
  await run.recorded
  const { key } = await runtime.apiKeys.create({
    organizationId: 'acme',
    scopes: ['integrations:read', 'comments:write', 'organization:read'],
  })
  await runtime.close()
  return { connectionId, key, templateId: run.id }
}

function quantile(all: readonly number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

function median(all: readonly number[]): number {
  return quantile(all, 0.5)
}
