// Writes reports of very many results to nowhere, and prints of each how long it was and how large the heap became.
import { createFindingId } from '../../../src/checks/results/finding-id.ts'
import type { RecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import type { ResultRecord } from '../../../src/define/index.ts'
import { type Format, reports } from '../../../src/report/reports.ts'
import { check, createResult, run } from '../records.ts'

const [, , formats = 'json', count = '1', size = '1'] = process.argv
const padding = 'x'.repeat(Number(size))

function one(index: number): ResultRecord {
  const resource = { type: 'user', id: `u-${index}` }
  const id = createFindingId({ connectorId: 'acme', connectionId: undefined, checkId: 'many', resource })
  const status = index % 100 === 0 ? 'fail' : 'pass'
  return createResult({ status, resource, findingId: id, evidence: { index, padding: `${index} ${padding}` } })
}

const { checks, ...head } = run(check({ id: 'many', status: 'fail' }))
const many: RecordedRun = {
  head: { ...head, checks: checks.map(({ results: _, ...each }) => each) },
  results: async function* () {
    for (let index = 0; index < Number(count); index++) yield one(index)
  },
}

for (const format of formats.split(',')) {
  let length = 0
  let heapBytes = 0
  let pieces = 0
  for await (const piece of reports[format as Format].write([{ run: many }])) {
    length += piece.length
    if (pieces++ % 1000 === 0) heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed)
  }
  console.log(`${format}: ${(length / 1e6).toFixed(1)} MB written, heap at most ${(heapBytes / 1e6).toFixed(0)} MB`)
}
