import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type ServerType, serve } from '@hono/node-server'
import { createHost } from 'checkwright/host'
import { createRuntime } from 'checkwright/runtime'
import { Hono } from 'hono'
import { Pool } from 'undici'
import { startPostgres } from '../../test/setup/postgres-server.ts'
import { leaveFigures } from '../goals/figures.ts'

/**
 * The cost of the HTTP API compared with bare Hono, which answers the same bytes and does nothing else: no key, store,
 * limits or audit log. A third one answers a POST after it has inserted a row, as durable as ours, into a SQLite file with one
 * table. All are behind the same server on loopback, in turns, with the ratio taken within a round.
 *
 * Arguments: rounds, and `postgres` for a store on PostgreSQL, whose own processor time is not in the figures.
 */
const rounds = Number(process.argv[2] ?? 5)
const onPostgres = process.argv[3] === 'postgres'
const inFlight = 32

const folder = mkdtempSync(join(tmpdir(), 'checkwright-bench-host-'))
const server = onPostgres ? await startPostgres({ fsync: 'on', full_page_writes: 'on' }) : undefined
const runtime = await createRuntime({
  connectors: [],
  store: server?.url ?? `sqlite:${folder}/store.db`,
  keys: `bench:${randomBytes(32).toString('base64')}`,
  publicUrl: 'http://127.0.0.1',
})
await runtime.organizations.create({ id: 'acme', name: 'Acme' })
await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: 'ada@example.com' })
const { key } = await runtime.apiKeys.create({
  organizationId: 'acme',
  scopes: ['organization:read', 'comments:write'],
})
const unlimited = { requests: 1e9, windowMs: 60_000 }
const host = createHost({ runtime, rateLimits: { key: unlimited, address: unlimited } })

const headers = { 'x-api-key': key, 'content-type': 'application/json' }
const comment = JSON.stringify({ content: 'Looks good', entityId: 'tsk_1', entityType: 'task', userId: 'ada' })
const requests = {
  'GET /v1/organization': { method: 'GET', path: '/v1/organization', headers, count: 4_000 },
  'POST /v1/comments': { method: 'POST', path: '/v1/comments', headers, body: comment, count: 500 },
} as const

const answered = async (name: keyof typeof requests) => {
  const { count: _, path, ...init } = requests[name]
  return (await host.fetch(new Request(`http://127.0.0.1${path}`, init))).text()
}
type Measured = Awaited<ReturnType<typeof measured>>

const [organization, created] = [await answered('GET /v1/organization'), await answered('POST /v1/comments')]
const json = { 'content-type': 'application/json' }
const bare = new Hono()
  .get('/v1/organization', (context) => context.body(organization, 200, json))
  .post('/v1/comments', async (context) => {
    await context.req.json()
    return context.body(created, 201, json)
  })

const file = new DatabaseSync(join(folder, 'peer.db'))
file.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE comments (id TEXT PRIMARY KEY, text TEXT)',
)
const insert = file.prepare('INSERT INTO comments VALUES (?, ?)')
const durable = new Hono().post('/v1/comments', async (context) => {
  insert.run(randomUUID(), await context.req.text())
  return context.body(created, 201, json)
})

for (const name of ['GET /v1/organization', 'POST /v1/comments'] as const) {
  const all: { readonly ours: Measured; readonly theirs: Measured; readonly durably: Measured | undefined }[] = []
  for (let round = 0; round <= rounds; round++) {
    const ours = await measured(host.fetch, name)
    const theirs = await measured(bare.fetch, name)
    const durably = requests[name].method === 'POST' ? await measured(durable.fetch, name) : undefined
    // The first round warms all up.
    if (round > 0) all.push({ ours, theirs, durably })
  }
  if (!onPostgres)
    leaveFigures({ [`api ${requests[name].method}`]: all.map(({ ours, theirs }) => ours.cpuUs / theirs.cpuUs) })
  const of = (pick: (round: (typeof all)[number]) => number) => median(all.map(pick))
  console.log(
    `${name}: ${of(({ ours }) => ours.perSecond).toFixed(0)} requests/s, bare Hono ${of(({ theirs }) => theirs.perSecond).toFixed(0)};`,
    `CPU ${of(({ ours }) => ours.cpuUs).toFixed(0)} µs a request, bare Hono ${of(({ theirs }) => theirs.cpuUs).toFixed(0)}:`,
    `${of(({ ours, theirs }) => ours.cpuUs / theirs.cpuUs).toFixed(2)}× (client included)`,
  )
  const pairs = all.flatMap(({ ours, durably }) => (durably ? [{ ours, durably }] : []))
  if (pairs.length > 0)
    console.log(
      `  beside one durable insert: ${median(pairs.map(({ durably }) => durably.perSecond)).toFixed(0)} requests/s,`,
      `${median(pairs.map(({ durably }) => durably.cpuUs)).toFixed(0)} µs: CPU ${median(pairs.map(({ ours, durably }) => ours.cpuUs / durably.cpuUs)).toFixed(2)}×`,
    )
}
await runtime.close()
await server?.remove()
file.close()
rmSync(folder, { recursive: true })

/** CPU of this process, which contains client and server. */
async function measured(
  fetch: (request: Request, env?: object) => Response | Promise<Response>,
  name: keyof typeof requests,
) {
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  const server: ServerType = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  const pool = new Pool(`http://127.0.0.1:${await listening}`, { connections: inFlight })
  const { count, ...request } = requests[name]
  let left = count
  const before = process.cpuUsage()
  const startMs = performance.now()
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) {
        const { statusCode, body } = await pool.request(request)
        if (statusCode >= 300) throw new Error(`${name} was answered with ${statusCode}`)
        await body.dump()
      }
    }),
  )
  const wallMs = performance.now() - startMs
  const { user, system } = process.cpuUsage(before)
  await pool.close()
  server.close()
  return { perSecond: (count * 1000) / wallMs, cpuUs: (user + system) / count }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
