import { keepRun } from 'checkwright/runtime'
import { heldHeapMB, measured } from '../meter.ts'
import { createAcme, type Way } from './connectors.ts'

/** One measurement, in a process of its own. */
export interface Task {
  readonly origin: string
  readonly way: Way
  readonly accounts: number
  /** Collects garbage all the time, so that what is left is what the run holds. Times then say nothing. */
  readonly live: boolean
}

/** What it printed, as JSON. */
export interface Outcome {
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakRssMB: number
  /** Most that the heap held after a collection; 0 where it was not looked at. */
  readonly liveMB: number
  readonly results: number
}

const { origin, way, accounts, live }: Task = JSON.parse(process.argv[2] ?? '')

/** Asks so many accounts, and reads every result, as whoever writes a report does. */
async function run(count: number): Promise<number> {
  await using kept = await keepRun(createAcme(origin, count, way), {
    credentials: { api_key: 'bench' },
    variables: way === 'seven' ? { domains: 'acme.example' } : {},
    allowPrivateNetwork: true,
  })
  let results = 0
  for (const { id, error } of kept.head.checks) {
    if (error) throw new Error(`${id}: ${error.message}`)
    for await (const _ of kept.results(id)) results++
  }
  return results
}

await run(500)
let results = 0
let liveMB = 0
const timer = live ? setInterval(() => (liveMB = Math.max(liveMB, heldHeapMB())), 300) : undefined
const { wallMs, cpuMs, peakRssMB } = await measured(async () => {
  results = await run(accounts)
})
clearInterval(timer)
process.stdout.write(JSON.stringify({ wallMs, cpuMs, peakRssMB, liveMB, results } satisfies Outcome))
