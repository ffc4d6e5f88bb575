import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { formatTable } from '../format-table.ts'
import type { Outcome, Task } from './client.ts'

/**
 * A file of another tool with very many results: the import with its bundle, and the run as CSV, OCSF and Parquet. Each is measured
 * in a process of its own, on a tenth and on all of it, so that memory that grows shows.
 *
 *     node --import ./test/examples/from-source.ts bench/received/run.ts [results]
 */
const [results = 1_000_000] = process.argv.slice(2).map(Number)
const execute = promisify(execFile)
const client = ['--import', './test/examples/from-source.ts', fileURLToPath(new URL('./client.ts', import.meta.url))]

async function measure(task: Task): Promise<Outcome> {
  const { stdout } = await execute(process.execPath, [...client, JSON.stringify(task)])
  return JSON.parse(stdout)
}

const rows: string[][] = []
for (const what of ['import', 'csv', 'ocsf', 'parquet'] as const) {
  const few = await measure({ what, results: results / 10 })
  const many = await measure({ what, results })
  rows.push([
    what,
    `${many.results}`,
    `${(many.wallMs / 1000).toFixed(1)} s`,
    `${(many.cpuMs / 1000).toFixed(1)} s`,
    `${few.peakRssMB.toFixed(0)} MB`,
    `${many.peakRssMB.toFixed(0)} MB`,
    `${(many.bytes / 1e6).toFixed(0)} MB`,
  ])
}
console.log(formatTable(['what', 'results', 'wall', 'CPU', 'RSS, a tenth', 'RSS', 'bytes'], rows))
