import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from 'checkwright/connectors'
import { loadContract } from '../test/connectors/data/contracts.ts'
import { describeClass } from '../test/connectors/data/describe-class.ts'

/**
 * Runs the connectors' tests and prints per connector the requests to the provider's own description, the matched
 * operations and violations, and the outcomes of each check. Needs CHECKWRIGHT_TEST_DATA.
 */
const folder = mkdtempSync(join(tmpdir(), 'checkwright-outcomes-'))
const file = join(folder, 'outcomes.ndjson')
const run = spawnSync('vitest', ['run', 'connectors', 'test/connectors'], {
  env: { ...process.env, CHECKWRIGHT_OUTCOMES: file },
  stdio: ['ignore', 'ignore', 'inherit'],
})

type VerifyLine =
  | { readonly connector: string; readonly check: string; readonly seen: readonly string[] }
  | {
      readonly connector: string
      readonly requests: number
      readonly operations: readonly string[]
      readonly violations: number
    }

const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as VerifyLine)
rmSync(folder, { recursive: true })

for (const [id, load] of Object.entries(connectors)) {
  const contract = loadContract(id)
  if (contract?.['x-seen']) {
    // test/connectors/data/ holds these to it.
    console.log(`${id}: held to ${describeClass(contract)}`)
    for (const [check, { result }] of Object.entries(contract['x-seen']))
      console.log(`  ${check.padEnd(34)} ${result?.status ?? 'list'}`)
    continue
  }
  const { checks } = await load()
  const own = lines.filter(({ connector }) => connector === id)
  const described = own.find((line) => 'operations' in line)
  console.log(
    `${id}: ${described ? `${described.requests} requests, ${described.operations.length} operations matched, ${described.violations} violations` : 'not held against a description'}`,
  )
  for (const check of checks) {
    const seen = own.flatMap((line) => ('check' in line && line.check === check.id ? line.seen : []))
    console.log(`  ${check.id.padEnd(34)} ${[...new Set(seen)].sort().join(' ') || 'not tested'}`)
  }
}
console.log(run.status === 0 ? 'All tests passed.' : 'Tests failed; see "vitest run connectors".')
process.exitCode = run.status ?? 1
