import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../../test/setup/postgres-server.ts'
import { openDatabase } from './database.ts'
import { fillHistory } from './fill.ts'
import { measureRequests } from './measure.ts'
import { makeKeys, openRuntime, writeTemplates } from './templates.ts'

/**
 * What lists and pages cost after years: a store with many results beside one with few, asked in turns. A hundredth as many connections as
 * results, a tenth as many findings, half of all in one organization, which is the one that is asked.
 *
 *     node --import ./bench/history/pages-from-source.ts bench/history/run.ts [--results 10000000] [--few 10000] [--stores sqlite,postgres]
 *       [--times 21] [--only findings]
 */
const { values } = parseArgs({
  options: {
    results: { type: 'string', default: '10000000' },
    few: { type: 'string', default: '10000' },
    stores: { type: 'string', default: 'sqlite,postgres' },
    times: { type: 'string', default: '21' },
    only: { type: 'string', default: '' },
  },
})
const most = 1.5

for (const store of values.stores.split(',')) {
  if (store === 'sqlite') await onSqlite()
  else await onPostgres()
}

async function onSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-bench-'))
  try {
    await compare('SQLite', (name) => `sqlite:${join(folder, `${name}.db`)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres({ shared_buffers: '2GB', max_wal_size: '4GB', maintenance_work_mem: '256MB' })
  try {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    for (const name of ['few', 'many']) await client.query(`create database ${name}`)
    await client.end()
    await compare('PostgreSQL', (name) => server.url.replace(/postgres$/, name))
  } finally {
    await server.remove()
  }
}

async function compare(kind: string, locate: (name: string) => string): Promise<void> {
  const few = await openFilled(locate('few'), Number(values.few))
  const many = await openFilled(locate('many'), Number(values.results))
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

async function openFilled(url: string, results: number) {
  const keys = makeKeys()
  const templates = await writeTemplates(url, keys)
  const database = await openDatabase(url)
  const beganAtMs = performance.now()
  await fillHistory(database, templates, results)
  await database.close()
  console.log(`${results} results in ${((performance.now() - beganAtMs) / 1_000).toFixed(0)} s`)
  return { runtime: await openRuntime(url, { keys }), templates }
}
