import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { postgresLacking } from './postgres-server.ts'

/**
 * A new, empty database on the PostgreSQL that all tests of this run share; `openStore(url)` and `createRuntime` make
 * the tables. About 25 ms. The first call of a run starts the server (about 1 s). It goes with the run: nothing has to be cleaned up,
 * but whoever makes many databases drops them (`dropDatabase`).
 *
 * Put such tests below `describePostgres`, which skips them where no PostgreSQL can be started.
 *
 * @example
 * describePostgres('pgBossEngine()', () => {
 *   test('takes over the run of a dead worker', async () => {
 *     const url = await testPostgres()
 *     const runtime = await createRuntime({ connectors, store: url, keys: masterKey, publicUrl })
 */
export async function testPostgres(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = await serverUrl()
  await asAdministrator(server, `create database ${name}`)
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Ends its connections too. */
export async function dropDatabase(url: string): Promise<void> {
  await asAdministrator(await serverUrl(), `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
}

/** `describe` for tests that need PostgreSQL; where it is lacking, their names say so among the skipped ones. */
export function describePostgres(name: string, tests: () => void): void {
  if (postgresLacking === undefined) describe(name, tests)
  else describe.skip(`${name} (no PostgreSQL here: ${postgresLacking})`, tests)
}

async function serverUrl(): Promise<string> {
  const answer = await fetch(inject('postgresBroker'))
  if (!answer.ok) throw new Error(`PostgreSQL does not start: ${await answer.text()}`)
  return answer.text()
}

async function asAdministrator(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
