import { randomInt } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Kysely, sql } from 'kysely'
import { v7 } from 'uuid'
import { formatLogRecord, type LogEvent } from '../../src/evidence/log/log-entry.ts'
import { createRuntime } from '../../src/runtime/create-runtime.ts'
import type { Runtime } from '../../src/runtime/runtime.ts'
import { makeKeyText } from '../../src/store/keys/parse-keys.ts'
import { createPostgresKysely } from '../../src/store/postgres-store.ts'
import { createPostgresPool } from '../../src/store/sql/postgres-pool.ts'
import { parsePostgresUrl } from '../../src/store/sql/postgres-url.ts'
import { openSqliteDatabase } from '../../src/store/sql/sqlite-database.ts'
import type { Schema } from '../../src/store/sql/tables.ts'
import { createSqliteKysely } from '../../src/store/sqlite-store.ts'
import { parseStoreUrl } from '../../src/store/store-url.ts'
import { createConnectionStore } from '../../src/store/tables/connections.ts'
import { enterLog } from '../../src/store/tables/log/enter-log.ts'
import { createLogStore } from '../../src/store/tables/log/log.ts'
import { createRunStore } from '../../src/store/tables/runs/runs.ts'
import { createToldRun } from '../../test/store/kept-runs.ts'
import { createConnection, createCredentials, run as createRun } from '../../test/store/records.ts'

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

const organizationId = 'acme'
/** As the service does it. */
const batch = 2_000
const samples = 31

export async function measureLog(url: string, entries: number): Promise<Measured> {
  const runtime = await createRuntime({
    ...{ connectors: [], store: url, keys: makeKeyText(), publicUrl: 'http://127.0.0.1', worker: false },
  })
  const { db, close } = await openDatabase(url)
  try {
    await runtime.organizations.create({ id: organizationId, name: 'Acme' })
    const few = await measureAt(runtime, db, Math.max(batch * 5, Math.round(entries / 100)))
    const many = await measureAt(runtime, db, entries)
    const bytes = await readBytes(db, parseStoreUrl(url).kind)
    const { checkpoint } = await runtime.log.head(organizationId)
    const file = await proveAny(runtime, entries)
    const { hashes }: { readonly hashes: string } = JSON.parse(file)
    return {
      ...{ few, many, run: await measureRun(db), bytesOfEntry: Math.round(bytes / entries) },
      proof: { bytes: Buffer.byteLength(file), hashes: hashes.length, checkpoint: Buffer.byteLength(checkpoint) },
    }
  } finally {
    await close()
    await runtime.close()
  }
}

async function measureAt(runtime: Runtime, db: Kysely<Schema>, entries: number): Promise<AtSize> {
  const log = createLogStore(db)
  const begun = (await log.findHead(organizationId))?.size ?? 0
  const batches: number[] = []
  for (let size = begun; size < entries; size += batch) {
    await enterRuns(db, size, Math.min(batch, entries - size))
    batches.push(await timeOf(() => log.number(organizationId, batch)))
  }
  const { checkpoint } = await runtime.log.head(organizationId)
  const batchMs = findMedian(batches.slice(-25))
  // Before the longest reading, whose pages are garbage.
  const heapMb = readHeap()
  return {
    ...{ entries, batchMs, heapMb, numberUs: (batchMs / batch) * 1_000 },
    checkpointMs: await timeMedian(() => runtime.log.head(organizationId)),
    proofMs: await timeMedian(() => proveAny(runtime, entries)),
    consistencyMs: await timeMedian(() =>
      runtime.log.proveConsistency(organizationId, { from: randomInt(1, entries) }),
    ),
    compareUs: ((await timeOf(() => runtime.log.compare(organizationId, checkpoint))) / entries) * 1_000,
    unendedMs: await timeOf(() => runtime.log.listUnended(organizationId, { limit: 1_000 })),
  }
}

function proveAny({ log }: Runtime, entries: number): Promise<string> {
  return log.prove(organizationId, { kind: 'run.ended', subject: nameRun(randomInt(0, Math.floor(entries / 2))) })
}

/** As long as an id. */
function nameRun(number: number): string {
  return `019a4c1e-7d53-7a43-9d2e-${String(number).padStart(12, '0')}`
}

/** Every other entry ends the run that the one before began. */
async function enterRuns(db: Kysely<Schema>, from: number, entries: number): Promise<void> {
  const events = Array.from({ length: entries }, (_, index): LogEvent => {
    const subject = nameRun(Math.floor((from + index) / 2))
    const facts = { status: 'pass', manifest: 'ab'.repeat(32) }
    return index % 2 === 0
      ? { kind: 'run.began', organizationId, subject, atMs: 1_000 }
      : { kind: 'run.ended', organizationId, subject, atMs: 2_000, facts }
  })
  await db.transaction().execute(async (tx) => {
    for (let next = 0; next < entries; next += 500) await enterLog(tx, ...events.slice(next, next + 500))
  })
}

/** A run begins and ends as the store keeps it, with one check, and the log's part in it. */
async function measureRun(db: Kysely<Schema>): Promise<Measured['run']> {
  await createConnectionStore(db).insert(createConnection('c1'), createCredentials())
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
    const id = v7()
    const store = createRunStore(on)
    const kept = createToldRun({ id, atMs: Date.now(), checks })
    await store.insert(createRun(id))
    await store.finish(id, { status: 'pass', finishedAtMs: Date.now(), run: kept, connectorChecks: ['guests'] })
  }
  await keepRun(db)
  await keepRun(counting)
  const event = (): LogEvent => ({
    ...{ kind: 'run.ended', organizationId, subject: v7(), atMs: 1_000 },
    facts: { status: 'pass', manifest: 'ab'.repeat(32) },
  })
  // In a transaction that changes something else too, as a run's do.
  const change = (entered: readonly LogEvent[]) =>
    timeOf(() =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('organizations').set({ name: v7() }).where('id', '=', organizationId).execute()
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
    recordBytes: Buffer.byteLength(formatLogRecord(v7(), event())),
  }
}

async function openDatabase(url: string) {
  const location = parseStoreUrl(url)
  if (location.kind === 'sqlite') {
    const database = await openSqliteDatabase(location.file)
    return { db: createSqliteKysely(database), close: async () => database.handle.close() }
  }
  const pool = await createPostgresPool(parsePostgresUrl(url))
  return { db: createPostgresKysely(pool), close: () => pool.close() }
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

function readHeap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 2 ** 20
}
