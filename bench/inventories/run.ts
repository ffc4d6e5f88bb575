import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Outcome, Task } from './client.ts'
import type { Way } from './connectors.ts'

/**
 * One list of accounts through seven questions, beside one plain check that reads the same list by itself: time, and
 * whether memory grows with the accounts.
 *
 *     node --import ./test/examples/from-source.ts bench/inventories/run.ts [rounds] [accounts]
 */
const [rounds = 5, accounts = 100_000] = process.argv.slice(2).map(Number)
const few = accounts / 10
const ways: readonly Way[] = ['plain', 'one', 'seven']

const hooks = fileURLToPath(new URL('../../test/examples/from-source.ts', import.meta.url))
const programs = { vendor: './vendor.ts', client: './client.ts' }
const execute = promisify(execFile)

const toArguments = (name: keyof typeof programs) => [
  '--import',
  hooks,
  fileURLToPath(new URL(programs[name], import.meta.url)),
]
const vendor = spawn(process.execPath, toArguments('vendor'), { stdio: ['ignore', 'pipe', 'inherit'] })
const [said] = await once(vendor.stdout, 'data')
const origin = String(said).trim()

async function measure(way: Way, count: number, live = false): Promise<Outcome> {
  const task: Task = { origin, way, accounts: count, live }
  const { stdout } = await execute(process.execPath, [...toArguments('client'), JSON.stringify(task)])
  return JSON.parse(stdout)
}

interface Measured {
  readonly few: Outcome
  readonly many: Outcome
  readonly fewLiveMB: number
  readonly manyLiveMB: number
}

type Round = Readonly<Record<Way, Measured>>

try {
  const all: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const measured: Partial<Record<Way, Round[Way]>> = {}
    // Each round begins with another one, because machines drift.
    for (const index of ways.keys()) {
      const way = ways[(index + round) % ways.length] as Way
      measured[way] = {
        few: await measure(way, few),
        many: await measure(way, accounts),
        fewLiveMB: (await measure(way, few, true)).liveMB,
        manyLiveMB: (await measure(way, accounts, true)).liveMB,
      }
    }
    all.push(measured as Round)
  }
  console.table(Object.fromEntries(ways.map((way) => [way, summarize(all, way)])))
} finally {
  vendor.kill()
}

/** Medians over the rounds; ratios are taken within a round. */
function summarize(all: readonly Round[], way: Way) {
  const take = (pick: (round: Round) => number) => Number(median(all.map(pick)).toFixed(2))
  return {
    results: all[0]?.[way].many.results,
    'wall s': take((round) => round[way].many.wallMs / 1000),
    'CPU µs/result': take((round) => (round[way].many.cpuMs * 1000) / round[way].many.results),
    'CPU × plain': take((round) => round[way].many.cpuMs / round.plain.many.cpuMs),
    'CPU many/few': take((round) => round[way].many.cpuMs / round[way].few.cpuMs),
    'live few MB': take((round) => round[way].fewLiveMB),
    'live many MB': take((round) => round[way].manyLiveMB),
    'RSS few MB': take((round) => round[way].few.peakRssMB),
    'RSS many MB': take((round) => round[way].many.peakRssMB),
    'RSS many/few': take((round) => round[way].many.peakRssMB / round[way].few.peakRssMB),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
