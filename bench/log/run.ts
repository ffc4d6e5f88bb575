import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/setup/postgres-server.ts'
import { type Measured, measureLog } from './measure-log.ts'

/**
 * The transparency log at a million entries, on SQLite and PostgreSQL: what it adds to the transactions of a run, what a number
 * costs, and how long a checkpoint, proofs and a comparison take, in turns with the same for a log of a hundredth of the entries.
 *
 *     node --import ./test/examples/from-source.ts bench/log/run.ts [--entries 1000000] [--stores sqlite,postgres]
 */
const { values } = parseArgs({
  options: { entries: { type: 'string', default: '1000000' }, stores: { type: 'string', default: 'sqlite,postgres' } },
})
const entries = Number(values.entries)

for (const store of values.stores.split(',')) {
  const measured = store === 'sqlite' ? await onSqlite() : await onPostgres()
  printMeasured(store, measured)
}

async function onSqlite(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-bench-'))
  try {
    return await measureLog(`sqlite:${join(folder, 'log.db')}`, entries)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function onPostgres(): Promise<Measured> {
  // As in service: every commit is on the disk before it is confirmed.
  const settings = { fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB', max_wal_size: '2GB' }
  const server = await startPostgres(settings)
  try {
    return await measureLog(server.url, entries)
  } finally {
    await server.remove()
  }
}

function printMeasured(store: string, { run, few, many, bytesOfEntry, proof }: Measured): void {
  console.log(`\n${store}: a run begins and ends in ${run.statements} statements, ${run.ofLog} of them for the log.`)
  console.log(
    `These take ${run.entryMs.toFixed(2)} ms of ${run.runMs.toFixed(2)} (${percent(run.entryMs / run.runMs)}).`,
  )
  console.log(`An entry with its number takes ${bytesOfEntry} bytes on the disk, its record ${run.recordBytes}.`)
  console.log(
    `A proof has ${proof.bytes} bytes: ${proof.hashes} of hashes, ${proof.checkpoint} of the checkpoint, and the record.`,
  )
  console.log(`\n| | ${few.entries} entries | ${many.entries} entries | ratio |\n| --- | ---: | ---: | ---: |`)
  const rows = [
    ['a number, µs', 'numberUs'],
    ['2,000 numbers, ms', 'batchMs'],
    ['checkpoint, ms', 'checkpointMs'],
    ['proof of an entry, ms', 'proofMs'],
    ['proof of growth, ms', 'consistencyMs'],
    ['comparison, µs for each entry', 'compareUs'],
    ['runs without an end, ms', 'unendedMs'],
    ['heap at the end of a comparison, MB', 'heapMb'],
  ] as const
  for (const [title, name] of rows)
    console.log(
      `| ${title} | ${few[name].toFixed(2)} | ${many[name].toFixed(2)} | ${(many[name] / few[name]).toFixed(2)} |`,
    )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
