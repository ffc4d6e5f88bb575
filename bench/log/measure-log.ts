import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { formatLogRecord, type LogEvent } from '../../src/evidence/log/log-entry.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { parseStoreUrl } from '../../src/service/store/places/store-url.ts'
import { postgresTraits } from '../../src/service/store/sql/postgres/postgres-dialect.ts'
import { createPostgresPool } from '../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../src/service/store/sql/postgres/postgres-url.ts'
import { openSqliteDatabase } from '../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import type { Schema } from '../../src/service/store/sql/tables.ts'
import { createTimeId } from '../../src/text/create-time-id.ts'
import { hooks, runFollowers } from '../../src/things/all-stores/hooks.ts'
import { createPostgresKysely } from '../../src/things/all-stores/postgres-store.ts'
import { createSqliteKysely } from '../../src/things/all-stores/sqlite-store.ts'
import { createConnectionStore } from '../../src/things/connections/store/connections.ts'
import { enterLog } from '../../src/things/log/store/enter-log.ts'
import { createLogStore } from '../../src/things/log/store/log.ts'
import { createRunStore } from '../../src/things/runs/store/runs.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import type { Runtime } from '../../src/things/runtime/runtime.ts'
import { createToldRun } from '../../test/things/all-stores/kept-runs.ts'
import { createConnection, createCredentials, run as createRun } from '../../test/things/all-stores/records.ts'

export interface Measured {
  readonly run: {
    /** Of beginning and ending one. */
    readonly statements: number
    readonly ofLog: number
    readonly runMs: number
    readonly entryMs: number
    readonly recordBytes: number
  }
  readonly few: AtSize
  readonly many: AtSize
  /** With indexes and subtrees. */
  readonly bytesOfEntry: number
  readonly proof: { readonly bytes: number; readonly hashes: number; readonly checkpoint: number }
}

export interface AtSize {
  readonly entries: number
  readonly numberUs: number
  readonly batchMs: number
  readonly checkpointMs: number
  readonly proofMs: number
  readonly consistencyMs: number
  readonly compareUs: number
  readonly unendedMs: number
  readonly heapMb: number
}

/** Each size is a log of its own in one store, so that both are measured in turns. */
const logs = { few: 'few', many: 'acme' } as const
type Size = keyof typeof logs
/** As the service does it. */
const batch = 2_000
const samples = 31

export async function measureLog(url: string, entries: number): Promise<Measured> {
  const runtime = await createRuntime({
    connectors: [],
    store: url,
    keys: makeKeyText(),
    publicUrl: 'http://127.0.0.1',
    worker: false,
  })
  const opened = await openDatabase(url)
  const { db, close } = opened
  try {
    for (const id of Object.values(logs)) await runtime.organizations.create({ id, name: id })
    const sizes = { few: Math.round(entries / 100), many: entries }
    for (const size of ['few', 'many'] as const) await fillLog(opened, size, sizes[size])
    // As the database does by itself within a minute.
    await sql`analyze`.execute(db)
    const measured = await measureSizes(runtime, opened, sizes)
    const { checkpoint } = await runtime.log.head(logs.many)
    const file = await proveAny(runtime, 'many', entries)
    const { hashes }: { readonly hashes: string } = JSON.parse(file)
    const all = sizes.few + sizes.many + 2 * samples * batch
    return {
      ...measured,
      run: await measureRun(opened),
      bytesOfEntry: Math.round((await readBytes(db, parseStoreUrl(url).kind)) / all),
      proof: { bytes: Buffer.byteLength(file), hashes: hashes.length, checkpoint: Buffer.byteLength(checkpoint) },
    }
  } finally {
    await close()
    await runtime.close()
  }
}

async function fillLog({ db, traits }: Opened, size: Size, entries: number): Promise<void> {
  for (let from = 0; from < entries; from += batch) {
    await enterRuns(db, size, from, Math.min(batch, entries - from))
    await createLogStore(db, traits).number(logs[size], batch)
  }
}

async function measureSizes(
  { log }: Runtime,
  { db, traits }: Opened,
  entries: Readonly<Record<Size, number>>,
): Promise<Readonly<Record<Size, AtSize>>> {
  const inTurns = async (work: (size: Size) => Promise<unknown>, times = samples) => {
    const took: Record<Size, number[]> = { few: [], many: [] }
    for (let index = 0; index < times; index++)
      for (const size of ['few', 'many'] as const) took[size].push(await timeOf(() => work(size)))
    return { few: findMedian(took.few), many: findMedian(took.many) }
  }
  const checkpointMs = await inTurns((size) => log.head(logs[size]))
  const proofMs = await inTurns((size) => proveAny({ log }, size, entries[size]))
  const consistencyMs = await inTurns((size) => log.proveConsistency(logs[size], { from: randomInt(1, entries[size]) }))
  const kept = { few: (await log.head(logs.few)).checkpoint, many: (await log.head(logs.many)).checkpoint }
  const heap = { few: 0, many: 0 }
  const compareMs = await inTurns(async (size) => {
    await log.compare(logs[size], kept[size])
    heap[size] = process.memoryUsage().heapUsed
  }, 1)
  const unendedMs = await inTurns((size) => log.listUnended(logs[size], { limit: 1_000 }), 1)
  const grown = { ...entries }
  const took: Record<Size, number[]> = { few: [], many: [] }
  for (let index = 0; index < samples; index++)
    for (const size of ['few', 'many'] as const) {
      await enterRuns(db, size, grown[size], batch)
      grown[size] += batch
      took[size].push(await timeOf(() => createLogStore(db, traits).number(logs[size], batch)))
    }
  const at = (size: Size): AtSize => ({
    entries: entries[size],
    batchMs: findMedian(took[size]),
    numberUs: (findMedian(took[size]) / batch) * 1_000,
    checkpointMs: checkpointMs[size],
    proofMs: proofMs[size],
    consistencyMs: consistencyMs[size],
    compareUs: (compareMs[size] / entries[size]) * 1_000,
    unendedMs: unendedMs[size],
    heapMb: heap[size] / 2 ** 20,
  })
  return { few: at('few'), many: at('many') }
}

function proveAny({ log }: Pick<Runtime, 'log'>, size: Size, entries: number): Promise<string> {
  const subject = nameRun(randomInt(0, Math.floor(entries / 2)))
  return log.prove(logs[size], { kind: 'run.ended', subject })
}

/** As long as an id. */
function nameRun(number: number): string {
  return `019a4c1e-7d53-7a43-9d2e-${String(number).padStart(12, '0')}`
}

/** Every other entry ends the run that the one before began. */
async function enterRuns(db: Kysely<Schema>, size: Size, from: number, entries: number): Promise<void> {
  const events = Array.from({ length: entries }, (_, index): LogEvent => {
    const subject = nameRun(Math.floor((from + index) / 2))
    const facts = { status: 'pass', manifest: 'ab'.repeat(32) }
    const organizationId = logs[size]
    return index % 2 === 0
      ? { kind: 'run.began', organizationId, subject, atMs: 1_000 }
      : { kind: 'run.ended', organizationId, subject, atMs: 2_000, facts }
  })
  await db.transaction().execute(async (tx) => {
    for (let next = 0; next < entries; next += 500) await enterLog(tx, ...events.slice(next, next + 500))
  })
}

/** A run begins and ends as the store keeps it, with one check, and the log's part in it. */
async function measureRun({ db, traits }: Opened): Promise<Measured['run']> {
  await createConnectionStore(db, traits, hooks).insert(createConnection('c1'), createCredentials())
  const counted = { statements: 0, ofLog: 0 }
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      counted.statements++
      if (/log_?entries/i.test(JSON.stringify(node))) counted.ofLog++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const checks = { guests: { results: [['ada', 'pass']] } } as const
  const keepRun = async (on: Kysely<Schema>) => {
    const id = createTimeId()
    const store = createRunStore(on, traits, hooks, runFollowers)
    const kept = createToldRun({ id, atMs: Date.now(), checks })
    await store.insert(createRun(id))
    await store.finish(id, { status: 'pass', finishedAtMs: Date.now(), run: kept, connectorChecks: ['guests'] })
  }
  await keepRun(db)
  await keepRun(counting)
  const event = (): LogEvent => ({
    kind: 'run.ended',
    organizationId: logs.many,
    subject: createTimeId(),
    atMs: 1_000,
    facts: { status: 'pass', manifest: 'ab'.repeat(32) },
  })
  // In a transaction that changes something else too, as a run's do.
  const change = (entered: readonly LogEvent[]) =>
    timeOf(() =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('organizations').set({ name: createTimeId() }).where('id', '=', logs.many).execute()
        await enterLog(tx, ...entered)
      }),
    )
  const added: number[] = []
  // One beside the other, because other work takes more of the machine at one time than at another.
  for (let index = 0; index < 10 * samples; index++) added.push((await change([event()])) - (await change([])))
  return {
    ...counted,
    runMs: await timeMedian(() => keepRun(db)),
    entryMs: counted.ofLog * findMedian(added),
    recordBytes: Buffer.byteLength(formatLogRecord(createTimeId(), event())),
  }
}

type Opened = Pick<Awaited<ReturnType<typeof openDatabase>>, 'db' | 'traits'>

async function openDatabase(url: string) {
  const location = parseStoreUrl(url)
  if (location.kind === 'sqlite') {
    const database = await openSqliteDatabase(location.file)
    return { db: createSqliteKysely(database), traits: sqliteTraits, close: async () => database.handle.close() }
  }
  const pool = await createPostgresPool(parsePostgresUrl(url))
  return { db: createPostgresKysely(pool), traits: postgresTraits, close: () => pool.close() }
}

/** On the disk. The file of SQLite has little else than the log. */
async function readBytes(db: Kysely<Schema>, kind: string): Promise<number> {
  const { rows } = await (kind === 'sqlite'
    ? sql<Bytes>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
    : sql<Bytes>`select pg_total_relation_size('log_leaves') + pg_total_relation_size('log_nodes') as bytes`
  ).execute(db)
  return Number(rows[0]?.bytes)
}

interface Bytes {
  readonly bytes: string | number
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const beganAtMs = performance.now()
  await work()
  return performance.now() - beganAtMs
}

async function timeMedian(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < samples; index++) times.push(await timeOf(work))
  return findMedian(times)
}

function findMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
