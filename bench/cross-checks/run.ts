import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * One cross-check over the lists of an organization, beside one JSON.parse of the same lines: time of the processor, and the highest
 * memory above that of the loaded process.
 *
 *     node --import ./test/examples/from-source.ts bench/cross-checks/run.ts [rounds] [people] [systems]
 */
const [rounds = 5, people = 10_000, systems = 20] = process.argv.slice(2).map(Number)
const execute = promisify(execFile)
const hooks = fileURLToPath(new URL('../../test/examples/from-source.ts', import.meta.url))
const client = fileURLToPath(new URL('./client.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'checkwright-bench-'))

interface Outcome {
  readonly cpuMs: number
  readonly peakMB: number
  readonly results: number
}

type Way = 'parse' | 'leavers' | 'second-factor-everywhere' | 'parse linked' | 'linked'

async function measure(way: Way): Promise<Outcome> {
  const { stdout } = await execute(process.execPath, ['--import', hooks, client, way, folder, String(systems)])
  return JSON.parse(stdout)
}

try {
  writeLists()
  const ways: readonly Way[] = ['parse', 'leavers', 'second-factor-everywhere', 'parse linked', 'linked']
  const all: Record<Way, Outcome>[] = []
  for (let round = 0; round < rounds; round++) {
    const measured: Partial<Record<Way, Outcome>> = {}
    for (const way of ways) measured[way] = await measure(way)
    all.push(measured as Record<Way, Outcome>)
  }
  console.table(
    Object.fromEntries(
      ways.map((way) => [
        way,
        {
          results: all[0]?.[way].results,
          'CPU ms': median(all.map((round) => round[way].cpuMs)),
          'CPU × parse': median(
            all.map((round) => round[way].cpuMs / round[way.endsWith('linked') ? 'parse linked' : 'parse'].cpuMs),
          ),
          'peak MB above loaded': median(all.map((round) => round[way].peakMB)),
        },
      ]),
    ),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Sorted by id, as the store and bundles have them. */
function writeLists(): void {
  const ids = Array.from({ length: people }, (_, nth) => `u${String(nth).padStart(6, '0')}`)
  const write = (name: string, lines: readonly object[]) =>
    writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  write(
    'hris.person.jsonl',
    ids.map((id, nth) => ({
      id,
      name: `Person Number ${nth}`,
      kind: nth % 8 === 0 ? 'contractor' : 'employee',
      status: nth % 20 === 0 ? 'left' : 'active',
      email: `${id}@acme.example`,
      startsAt: '2021-03-01',
      endsAt: nth % 20 === 0 ? '2026-05-01' : null,
      department: 'Engineering',
    })),
  )
  for (let system = 0; system < systems; system++) {
    write(
      `app${system}.account.jsonl`,
      ids.map((id, nth) => ({
        id,
        name: `Person Number ${nth}`,
        url: `https://app${system}.example/users/${id}`,
        kind: 'person',
        status: nth % 20 === 0 && system % 5 !== 0 ? 'suspended' : 'active',
        email: `${id}@acme.example`,
        emailVerified: true,
        roles: ['member', 'reader'],
        administrator: nth % 50 === 0,
        secondFactor: nth % 30 !== 0,
        singleSignOnOnly: false,
        createdAt: '2022-05-04T10:00:00Z',
        lastActiveAt: '2026-05-30T10:00:00Z',
      })),
    )
    write(
      `app${system}.links.jsonl`,
      ids.map((id) => ({
        connectionId: `app${system}`,
        of: 'account',
        recordId: id,
        to: { is: 'person', personId: `hris/${id}` },
        by: 'email',
        at: '2026-03-01T00:00:00Z',
      })),
    )
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Number((sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(2))
}
