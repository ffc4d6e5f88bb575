import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { openStore } from '../../src/things/all-stores/open-store.ts'
import { askBroker } from './broker.ts'
import { postgresLacking } from './postgres-server.ts'

/**
 * A new database with today's tables and no row, on the PostgreSQL that all tests of this run share: its URL, for
 * `openStore` and `createRuntime`. About 30 ms; the first call of a run starts the server and makes the tables (about 2
 * s). Databases go with the run. If you make many, drop each (`dropDatabase`).
 *
 * Put such tests below `describePostgres`, which skips them where no PostgreSQL can be started. Tests that stop their
 * server start one of their own: `startPostgres` of `postgres-server.ts`.
 *
 * @example
 * describePostgres('pgBossEngine()', () => {
 *   test('takes over the run of a dead worker', async () => {
 *     const url = await testPostgres()
 *     const runtime = await createRuntime({ connectors, store: url, keys: makeKeyText(), publicUrl })
 */
export async function testPostgres(): Promise<string> {
  return newDatabase(await serverUrl(), await template())
}

/** Without tables. */
export async function emptyPostgres(): Promise<string> {
  return newDatabase(await serverUrl(), 'template1')
}

/** A database with everything that another one has, which nobody may use meanwhile. */
export async function copyPostgres(url: string): Promise<string> {
  return newDatabase(await serverUrl(), new URL(url).pathname.slice(1))
}

/** Ends its connections too. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await connected(await serverUrl(), (client) => client.query(`drop database if exists ${name} with (force)`))
}

/** Deletes every row: for a file that uses one database for many tests, which takes 5 ms a test in place of 100. */
export async function emptyTables(url: string): Promise<void> {
  const tables = `select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'`
  // As a replica: no foreign key is looked at, in whatever order.
  const deleting = `do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in ${tables} loop execute format('delete from %I', name); end loop;
  end $$`
  // Kept, because what takes time is what a new connection has to learn of the tables.
  const cleaner =
    cleaners.get(url) ?? new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  cleaners.set(url, cleaner)
  // The database may be dropped meanwhile.
  if (cleaner.listenerCount('error') === 0) cleaner.on('error', () => undefined)
  await cleaner.query(deleting)
}

const cleaners = new Map<string, pg.Pool>()

/** One statement on a connection of its own. @returns its rows */
export function queryPostgres(url: string, statement: string, values: unknown[] = []): Promise<pg.QueryResultRow[]> {
  return connected(url, async (client) => (await client.query(statement, values)).rows)
}

/** `describe` for tests that need PostgreSQL; where it is lacking, their names say so among the skipped ones. */
export function describePostgres(name: string, tests: () => void): void {
  if (postgresLacking === undefined) describe(name, tests)
  else describe.skip(`${name} (no PostgreSQL here: ${postgresLacking})`, tests)
}

let template_: Promise<string> | undefined

/** A database to copy, made by the first process that asks and known by its migrations: they may change while vitest watches. */
function template(): Promise<string> {
  template_ ??= makeTemplate()
  return template_
}

async function makeTemplate(): Promise<string> {
  const folder = new URL('../../src/service/store/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(new URL(file, folder)))
  const name = `template_${hash.digest('hex').slice(0, 16)}`
  const server = await serverUrl()
  await connected(server, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    await client.query(`create database ${name}_unfinished`)
    await (await openStore(databaseUrl(server, `${name}_unfinished`))).close()
    await client.query(`alter database ${name}_unfinished rename to ${name}`)
  })
  return name
}

async function newDatabase(server: string, from: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await connected(server, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    )
    // Files are copied in a third of the time that it takes to write each of their blocks to the log, as PostgreSQL does since 15.
    const strategy = (rows[0]?.version ?? 0) < 150_000 ? '' : 'strategy file_copy'
    await client.query(`create database ${name} template ${from} ${strategy}`)
  })
  return databaseUrl(server, name)
}

function databaseUrl(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

function serverUrl(): Promise<string> {
  return askBroker(inject('postgresBroker'))
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
