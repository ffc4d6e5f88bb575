import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeConnectorIds } from 'checkwright/connectors'
import type { ResultRecord } from '../../src/define/index.ts'
import { toSampleResult } from '../../src/report/connector-page/sample-results.ts'
import type { Facts } from '../../test/connectors/description.ts'
import { type CheckSamples, chooseSample, findOperation, loadSamples, locateSamples } from './samples.ts'

/**
 * Runs the connectors' tests and keeps for each check its endpoints and an informative result, for its page. Vendors of
 * tests are invented, and so is everything in the results. Takes ids, or does all.
 */
interface SampleLine {
  readonly connector: string
  readonly check?: string
  readonly requests?: readonly string[]
  readonly results?: readonly ResultRecord[]
}

const ids = process.argv.length > 2 ? process.argv.slice(2) : codeConnectorIds
const folder = mkdtempSync(join(tmpdir(), 'checkwright-samples-'))
const file = join(folder, 'seen.ndjson')
const run = spawnSync('vitest', ['run', '--project', 'connectors', ...ids.map((id) => `connectors/${id}/test/`)], {
  env: { ...process.env, CHECKWRIGHT_OUTCOMES: file },
  stdio: 'ignore',
})
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as SampleLine)
rmSync(folder, { recursive: true })
if (run.status !== 0) throw new Error('Tests failed; see "vitest run connectors".')

for (const id of ids) {
  const facts = new URL(`../../connectors/${id}/test/facts.ts`, import.meta.url)
  const { operations = {} }: Partial<Facts> = existsSync(facts) ? (await import(facts.href)).facts : {}
  const shown = loadSamples(id)
  const byCheck = Map.groupBy(
    lines.filter(({ connector, check }) => connector === id && check !== undefined),
    ({ check }) => `${check}`,
  )
  const samples = [...byCheck]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([check, seen]): [string, CheckSamples] => {
      const requests = seen.flatMap((line) => line.requests ?? [])
      const endpoints = requests.flatMap((request) => findOperation(request, Object.keys(operations)) ?? [])
      const results = seen.flatMap((line) => (line.results ?? []).map(toSampleResult))
      const result = chooseSample(results, shown[check]?.result)
      return [check, { endpoints: [...new Set(endpoints)].sort(), result }]
    })
  writeFileSync(locateSamples(id), `${JSON.stringify(Object.fromEntries(samples), null, 2)}\n`)
  console.log(`${id}: ${samples.filter(([, { result }]) => result).length} of ${samples.length} checks with a result`)
}
