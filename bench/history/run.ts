import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { startPostgres } from '../../test/setup/postgres-server.ts'
import { openDatabase } from './database.ts'
import { countConnections, fillHistory } from './fill.ts'
import { measureRequests } from './measure.ts'
import { chooseSizes } from './organization.ts'
import { addPeople } from './people.ts'
import { makeKeys, openRuntime, writeTemplates } from './templates.ts'

/**
 * What lists and pages cost after years: a store with many results beside one with few, asked in turns. A hundredth as many connections as
 * results, a tenth as many findings, half of all in one organization, which is the one that is asked.
 *
 *     node --import ./bench/history/pages-from-source.ts bench/history/run.ts [--results 10000000] [--few 10000] [--stores sqlite,postgres]
 *       [--times 21] [--only findings] [--folder history] [--postgres postgres://…]
 *
 * With `--folder` the stores are kept there, and filled only once. Those on PostgreSQL are then databases of the server that `--postgres` names,
 * named after the folder.
 */
const { values } = parseArgs({
  options: {
    results: { type: 'string', default: '10000000' },
    few: { type: 'string', default: '10000' },
    stores: { type: 'string', default: 'sqlite,postgres' },
    times: { type: 'string', default: '21' },
    only: { type: 'string', default: '' },
    folder: { type: 'string' },
    postgres: { type: 'string' },
  },
})
const most = 1.5
const filledSchema = z.object({
  keys: z.string(),
  templates: z.object({ connectionId: z.string(), findingId: z.string(), userId: z.string() }),
})

for (const store of values.stores.split(',')) {
  if (store === 'sqlite') await onSqlite()
  else await onPostgres()
}

async function onSqlite(): Promise<void> {
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'checkwright-bench-'))
  mkdirSync(folder, { recursive: true })
  try {
    await compare('SQLite', async (results) => `sqlite:${join(folder, `${results}.db`)}`)
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true })
  }
}

async function onPostgres(): Promise<void> {
  const settings = { shared_buffers: '2GB', max_wal_size: '4GB', maintenance_work_mem: '256MB' }
  const server = values.postgres === undefined ? await startPostgres(settings) : undefined
  const url = new URL(values.postgres ?? server?.url ?? '')
  const client = new pg.Client({ connectionString: url.href })
  try {
    await client.connect()
    await compare('PostgreSQL', async (results) => {
      const name = `${values.folder === undefined ? 'history' : basename(values.folder)}_${results}`
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
      if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
      return Object.assign(new URL(url), { pathname: `/${name}` }).href
    })
  } finally {
    await client.end()
    await server?.remove()
  }
}

async function compare(kind: string, locate: (results: string) => Promise<string>): Promise<void> {
  const few = await openFilled(kind, await locate(values.few), values.few)
  const many = await openFilled(kind, await locate(values.results), values.results)
  console.log(
    `\n${kind}, medians in ms of ${values.times} requests each; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n`,
  )
  console.log(`| | ${values.few} results | ${values.results} results | ratio | |\n| --- | ---: | ---: | ---: | --- |`)
  const options = { times: Number(values.times), only: values.only }
  for await (const { name, few: fewMs, many: manyMs, fewBytes, manyBytes } of measureRequests(few, many, options)) {
    const ratio = manyMs / fewMs
    const longer = manyBytes / fewBytes
    const notes = [...(ratio > most ? ['over'] : []), ...(longer > 1.2 ? [`${longer.toFixed(1)} times as long`] : [])]
    console.log(`| ${name} | ${fewMs.toFixed(2)} | ${manyMs.toFixed(2)} | ${ratio.toFixed(2)} | ${notes.join(', ')} |`)
  }
  await few.runtime.close()
  await many.runtime.close()
}

async function openFilled(kind: string, url: string, results: string) {
  const note = values.folder && join(values.folder, `${kind.toLowerCase()}-${results}.json`)
  if (note !== undefined && existsSync(note)) {
    const { keys, templates } = filledSchema.parse(JSON.parse(readFileSync(note, 'utf8')))
    return { runtime: await openRuntime(url, { keys }), templates }
  }
  const keys = makeKeys()
  const templates = await writeTemplates(url, keys)
  const database = await openDatabase(url)
  const beganAtMs = performance.now()
  await fillHistory(database, templates, Number(results))
  await database.close()
  const runtime = await openRuntime(url, { keys })
  await addPeople(runtime, chooseSizes(Math.ceil(countConnections(Number(results)) / 2)))
  console.log(`${results} results in ${((performance.now() - beganAtMs) / 1_000).toFixed(0)} s`)
  if (note !== undefined) writeFileSync(note, JSON.stringify({ keys, templates }))
  return { runtime, templates }
}
