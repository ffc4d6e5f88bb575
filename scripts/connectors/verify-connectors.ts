import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors, dataConnectorIds } from 'checkwright/connectors'
import { listNames } from '../../test/connectors/contract-names.ts'
import { loadContract, readDataFile } from '../../test/connectors/data/contracts.ts'
import { describeClass } from '../../test/connectors/data/describe-class.ts'
import { listForPeople } from '../../test/connectors/data/hints.ts'

/**
 * Runs the connectors' tests and prints, per connector, what it was held to, the operations and members that were found there, the
 * requests that were none of the provider's, and what each check was seen to say; then the sums. Needs CHECKWRIGHT_TEST_DATA.
 */
const folder = mkdtempSync(join(tmpdir(), 'checkwright-outcomes-'))
const file = join(folder, 'outcomes.ndjson')
const own = Object.keys(connectors).map((id) => `connectors/${id}/test/`)
const run = spawnSync(
  'vitest',
  ['run', '--project', 'source', '--project', 'connectors', 'test/connectors/', 'test/products/', ...own],
  {
    env: { ...process.env, CHECKWRIGHT_OUTCOMES: file },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
)

interface Line {
  readonly connector?: string
  readonly check?: string
  readonly seen?: readonly string[]
  readonly requests?: number
  readonly violations?: number
  readonly altered?: number
  readonly missed?: number
}

const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
const lines = text.split('\n').flatMap((line): Line[] => (line === '' ? [] : [JSON.parse(line)]))
rmSync(folder, { recursive: true })

const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0)
const seenOf = new Map<string, ReadonlySet<string>>()
const totals = { operations: 0, members: 0, undescribed: 0, requests: 0, violations: 0 }
for (const [id, load] of Object.entries(connectors)) {
  const contract = loadContract(id)
  if (!contract) throw new Error(`${id} has no contract.`)
  const noted = lines.filter(({ connector }) => connector === id)
  const operations = sum(Object.values(contract.paths).map((methods) => Object.keys(methods).length))
  const members = listNames(contract).length - Object.keys(contract.paths).length
  const undescribed = contract['x-undescribed']?.length ?? 0
  const requests = sum(noted.flatMap((line) => (line.violations === undefined ? [] : (line.requests ?? []))))
  const violations = sum(noted.flatMap((line) => line.violations ?? []))
  for (const [name, count] of Object.entries({ operations, members, undescribed, requests, violations }))
    totals[name as keyof typeof totals] += count
  console.log(`${id}: held to ${describeClass(contract)}`)
  console.log(
    `  ${operations} operations and ${members} members found, ${undescribed} not described; ${requests} requests, ${violations} violations`,
  )
  const connector = await load()
  // The checks of a connector that asks them by another sign-in are seen in the tests of the first.
  const origins = new Set([id, ...connector.inventories.flatMap(({ copiedFrom }) => copiedFrom ?? [])])
  const tried = lines.filter((line) => origins.has(line.connector ?? ''))
  for (const check of connector.checks) {
    const seen = new Set(tried.flatMap((line) => (line.check === check.id ? (line.seen ?? []) : [])))
    seenOf.set(`${id}/${check.id}`, seen)
    console.log(`  ${check.id.padEnd(34)} ${[...seen].sort().join(' ') || 'not tested'}`)
  }
}

/** How many checks were seen so, and the ids of the others. */
function describeSeen(
  what: string,
  isSeen: (seen: ReadonlySet<string>) => boolean,
  of: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const others = [...of].filter(([, seen]) => !isSeen(seen)).map(([id]) => id)
  if (others.length > 0) isWhole = false
  return `  ${what}: ${of.size - others.length} of ${of.size}${others.length > 0 ? ` (not ${others.join(', ')})` : ''}`
}

/** Whether there was a case in which nothing was left to review. */
function isClear(seen: ReadonlySet<string>): boolean {
  return seen.has('empty:pass') || seen.has('empty:not_applicable') || seen.has('not_applicable')
}

const control = lines.find(({ altered }) => altered !== undefined)
console.log(`
${Object.keys(connectors).length} connectors, ${seenOf.size} checks
${totals.operations} operations and ${totals.members} members found, ${totals.undescribed} not described
${totals.requests} requests to descriptions, ${totals.violations} violations
Control run: ${control?.altered ?? 0} altered names, ${control?.missed ?? 'none tried,'} not found`)
const decidedByPeople = new Set(
  dataConnectorIds.flatMap((id) =>
    listForPeople(Buffer.from(readDataFile(id)).toString()).map((check) => `${id}/${check}`),
  ),
)
const codeIds = Object.keys(connectors).filter((id) => !dataConnectorIds.includes(id))
let isWhole = totals.undescribed === 0 && totals.violations === 0 && control?.missed === 0
for (const [kind, ids] of [['data', dataConnectorIds] as const, ['TypeScript', codeIds] as const]) {
  const own = [...seenOf].filter(([id]) => ids.includes(id.split('/')[0] ?? ''))
  const forPeople = new Map(own.filter(([id]) => decidedByPeople.has(id)))
  const judging = new Map(own.filter(([id]) => !decidedByPeople.has(id)))
  console.log(`Checks of connectors in ${kind}, seen as`)
  console.log(describeSeen('pass', (seen) => seen.has('pass'), judging))
  console.log(describeSeen('fail, or for review', (seen) => seen.has('fail') || seen.has('manual'), judging))
  console.log(describeSeen('for review, where people decide alone', (seen) => seen.has('manual'), forPeople))
  const clear = [...forPeople.values()].filter(isClear).length
  console.log(
    `    ${clear} of them good without anything to review, and ${forPeople.size - clear} an error, because there always is`,
  )
  console.log(describeSeen('error of permission', (seen) => seen.has('error:permission'), new Map(own)))
  console.log(describeSeen('asked on empty lists', (seen) => seen.has('empty'), new Map(own)))
}

console.log(run.status === 0 ? 'All tests passed.' : 'Tests failed; see "vitest run test/connectors".')
console.log(isWhole ? 'Everything was found and seen.' : 'Something was not found or not seen.')
process.exitCode = run.status === 0 && isWhole ? 0 : 1
