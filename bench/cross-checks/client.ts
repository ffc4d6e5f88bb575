import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CrossCheck } from '../../src/crosscheck/define/cross-check.ts'
import type { CrossCheckInventory, CrossCheckSource, CrossCheckSystem } from '../../src/crosscheck/define/inputs.ts'
import type { StoredLink } from '../../src/crosscheck/define/stored-link.ts'
import { allCrossChecks } from '../../src/crosscheck/index.ts'
import { runCrossCheck } from '../../src/crosscheck/run/run-cross-check.ts'
import type { InventoryKind } from '../../src/define/index.ts'
import type { StoredRecord } from '../../src/inventory/stored-record.ts'

/** One measurement, in a process of its own. */
export interface Task {
  readonly folder: string
  readonly systems: number
  /** Left out: only parse. */
  readonly crossCheck?: string
  readonly isLinked: boolean
  /** What is parsed, as names of files without their end. */
  readonly lists: readonly string[]
}

/** What it printed, as JSON. */
export interface Outcome {
  readonly cpuMs: number
  /** Highest memory above that of the loaded process. */
  readonly peakMB: number
  readonly results: number
  /** Files that it read. */
  readonly lists: readonly string[]
}

const { folder, systems, crossCheck: id, isLinked, lists }: Task = JSON.parse(process.argv[2] ?? '')
const read = new Set<string>()
const crossCheck = allCrossChecks.find((each) => each.id === id)

const loadedMB = readPeakMB()
const cpu = process.cpuUsage()
const results = crossCheck ? await judge(crossCheck) : await parseAll()
const { user, system } = process.cpuUsage(cpu)
const outcome: Outcome = {
  cpuMs: (user + system) / 1000,
  peakMB: readPeakMB() - loadedMB,
  results,
  lists: [...read],
}
console.log(JSON.stringify(outcome))

/** Of this program alone: what getrusage says begins with the memory of the process that started it. */
function readPeakMB(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function parseAll(): Promise<number> {
  let records = 0
  for (const list of lists) for await (const piece of readPieces<StoredRecord>(list)) records += piece.length
  return records
}

async function judge(asked: CrossCheck): Promise<number> {
  const list = (of: InventoryKind): CrossCheckInventory => ({
    of,
    complete: true,
    readAt: '2026-06-01T06:00:00.000Z',
    tells: [],
    count: 0,
    digest: '',
  })
  const toSystem = (connectionId: string, of: InventoryKind): CrossCheckSystem => ({
    connectionId,
    connector: { id: connectionId, version: '1.0.0' },
    name: connectionId,
    state: 'connected',
    lists: [of],
    inventories: [list(of)],
  })
  const source: CrossCheckSource = {
    records: (connectionId, { of }) => readPieces<StoredRecord>(`${connectionId}.${of}`),
    links: (connectionId, of) => (isLinked && of === 'account' ? readPieces<StoredLink>(`${connectionId}.links`) : []),
  }
  const inputs = {
    organizationId: 'org',
    now: '2026-06-01T12:00:00.000Z',
    systems: [
      toSystem('hris', 'person'),
      toSystem('idp', 'person'),
      toSystem('mdm', 'device'),
      toSystem('lms', 'training'),
      ...Array.from({ length: systems }, (_, nth) => toSystem(`app${nth}`, 'account')),
    ],
    directory: {
      sources: [
        { connectionId: 'hris', covers: 'both' as const },
        // The second source is for the one that compares sources; the others judge by the first alone.
        ...(asked.id === 'directory-agrees' ? [{ connectionId: 'idp', covers: 'both' as const }] : []),
      ],
      departures: [],
    },
  }
  await using run = await runCrossCheck(asked, inputs, source)
  const [check] = run.head.checks
  if (check?.error && check.error.code !== 'CHECK_UNDECIDED') throw new Error(check.error.message)
  return Object.values(run.head.summary.results).reduce((total, each) => total + each, check?.undecided?.count ?? 0)
}

/** Lines of a file, parsed, as many at once as a block of it has. */
async function* readPieces<T>(name: string): AsyncGenerator<readonly T[]> {
  read.add(name)
  let rest = ''
  for await (const chunk of createReadStream(join(folder, `${name}.jsonl`), 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield lines.map((line) => JSON.parse(line) as T)
  }
}
