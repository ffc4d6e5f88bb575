import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { leavers, secondFactorEverywhere } from '../../src/crosscheck/index.ts'
import type { CrossCheckInventory, CrossCheckSource, CrossCheckSystem } from '../../src/crosscheck/inputs.ts'
import type { StoredLink } from '../../src/crosscheck/links/stored-link.ts'
import { runCrossCheck } from '../../src/crosscheck/run/run-cross-check.ts'
import type { KeptRecord } from '../../src/inventory/parse-record.ts'

const [way = 'leavers', folder = '.', count = '20'] = process.argv.slice(2)
const ids = Array.from({ length: Number(count) }, (_, system) => `app${system}`)
const lists = ['hris.person', ...ids.map((id) => `${id}.account`)]

const loadedBytes = process.resourceUsage().maxRSS
const cpu = process.cpuUsage()
const results = way.startsWith('parse') ? await parseAll() : await judge()
const { user, system } = process.cpuUsage(cpu)
console.log(
  JSON.stringify({
    cpuMs: (user + system) / 1000,
    peakMB: (process.resourceUsage().maxRSS - loadedBytes) / 1024,
    results,
  }),
)

async function parseAll(): Promise<number> {
  let records = 0
  for (const list of way === 'parse linked' ? [...lists, ...ids.map((id) => `${id}.links`)] : lists)
    for await (const piece of readPieces<KeptRecord>(list)) records += piece.length
  return records
}

async function judge(): Promise<number> {
  const list = (of: 'account' | 'person'): CrossCheckInventory => ({
    of,
    complete: true,
    readAt: '2026-06-01T06:00:00.000Z',
    tells: [],
    count: 0,
    digest: '',
  })
  const toSystem = (connectionId: string, of: 'account' | 'person'): CrossCheckSystem => ({
    connectionId,
    connector: { id: connectionId, version: '1.0.0' },
    name: connectionId,
    state: 'connected',
    lists: [of],
    inventories: [list(of)],
  })
  const source: CrossCheckSource = {
    records: (connectionId, { of }) => readPieces<KeptRecord>(`${connectionId}.${of}`),
    links: (connectionId, of) =>
      way === 'linked' && of === 'account' ? readPieces<StoredLink>(`${connectionId}.links`) : [],
  }
  const inputs = {
    organizationId: 'org',
    now: '2026-06-01T12:00:00.000Z',
    systems: [toSystem('hris', 'person'), ...ids.map((id) => toSystem(id, 'account'))],
    directory: { sources: [{ connectionId: 'hris', covers: 'both' as const }], departures: [] },
  }
  await using run = await runCrossCheck(
    way === 'second-factor-everywhere' ? secondFactorEverywhere : leavers,
    inputs,
    source,
  )
  return Object.values(run.head.summary.results).reduce((total, each) => total + each, 0)
}

/** Lines of a file, parsed, as many at once as a block of it has. */
async function* readPieces<T>(name: string): AsyncGenerator<readonly T[]> {
  let rest = ''
  for await (const chunk of createReadStream(join(folder, `${name}.jsonl`), 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield lines.map((line) => JSON.parse(line) as T)
  }
}
