import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Facts, factLines, facts } from './facts.ts'
import { leaveFigures } from './goals/figures.ts'
import { formatGoals } from './goals/format-goals.ts'
import { importEntries, importsPresentation, measureImports } from './imports.ts'
import { measureApart } from './measure-apart.ts'
import type { Sample } from './meter.ts'
import { type Options, optionsOf, usage } from './options.ts'
import { peers } from './peers.ts'
import { written } from './report.ts'
import { listFigures, type Measured } from './summary.ts'
import { startVendor, type Vendor } from './vendor.ts'
import { workloads } from './workloads.ts'

const options = optionsOf(process.argv.slice(2))
if (options === 'help') console.log(usage)
else await run(options)

async function run(options: Options): Promise<void> {
  const found = facts(options.packageFolder)
  console.log(
    `${factLines(found)}\n${options.rounds} rounds at scale ${options.scale}; ratios (×) are medians of ratios`,
  )
  console.log('to undici Pool.request in the same round; † less was asked of this peer, see README.md\n')
  const vendor = await startVendor()
  const results: Measured[] = []
  try {
    for (const id of options.workloads) {
      const measured = id === 'w6' ? await imports(options) : await sideBySide(id, options, vendor)
      results.push(measured)
      leaveFigures(listFigures(measured))
      progress('')
      console.log(`${written(measured, workloads[id]?.presentation ?? importsPresentation)}\n`)
    }
  } finally {
    vendor.close()
  }
  console.log(`## Goals\n\n${formatGoals(Object.assign({}, ...results.map(listFigures)))}\n`)
  console.log(`Every sample: ${save({ facts: found, options, results })}`)
}

/** All peers in each round, each time beginning with another one. */
async function sideBySide(id: string, options: Options, vendor: Vendor): Promise<Measured> {
  const among = workloads[id]?.peers ?? Object.keys(peers)
  const taking = options.peers.filter((peer) => among.includes(peer) && (peers[peer]?.only ?? [id]).includes(id))
  const samples = new Map<string, (Sample | undefined)[]>(taking.map((peer) => [peer, []]))
  for (let round = 0; round < options.rounds; round++) {
    for (const peer of rotated(taking, round)) {
      progress(`${id}, round ${round + 1} of ${options.rounds}: ${peer}`)
      samples.get(peer)?.push(await sampled(id, peer, options, vendor))
    }
  }
  return {
    id,
    rows: taking.map((peer) => ({
      peer,
      label: peers[peer]?.label ?? peer,
      reduced: peers[peer]?.shares?.[id] !== undefined,
      rounds: samples.get(peer) ?? [],
    })),
  }
}

/** One peer's sample; undefined, with a message, if it fails. */
async function sampled(workload: string, peer: string, options: Options, vendor: Vendor): Promise<Sample | undefined> {
  const { scale, packageFolder } = options
  let sample: Record<string, number> = {}
  try {
    for (const part of workloads[workload]?.workload.parts ?? [undefined]) {
      await vendor.stats()
      const measured = await measureApart({ workload, peer, part, origin: vendor.origin, scale, packageFolder })
      const { requests, limited, sockets } = await vendor.stats()
      sample = { ...sample, ...measured, requestsSent: requests, answered429: limited, socketsOpened: sockets }
    }
    return derived(sample)
  } catch (error) {
    progress('')
    console.error(error instanceof Error ? error.message : error)
    return undefined
  }
}

function derived(sample: Record<string, number>): Sample {
  const { fewPeakHeapMB, manyPeakHeapMB, fewHeldMB, manyHeldMB } = sample
  if (fewPeakHeapMB === undefined || manyPeakHeapMB === undefined) return sample
  return {
    ...sample,
    heapGrowth: manyPeakHeapMB / fewPeakHeapMB,
    heldGrowth: (manyHeldMB ?? Number.NaN) / (fewHeldMB ?? Number.NaN),
  }
}

async function imports({ packageFolder, rounds }: Options): Promise<Measured> {
  const found: ReadonlyMap<string, Sample>[] = []
  for (let round = 0; round < rounds; round++) {
    progress(`w6, round ${round + 1} of ${rounds}`)
    found.push(await measureImports(packageFolder))
  }
  return {
    id: 'w6',
    rows: importEntries(packageFolder).map(({ id, label }) => ({
      peer: id,
      label,
      reduced: false,
      rounds: found.map((round) => round.get(id)),
    })),
  }
}

/** One line that is overwritten; none without a terminal. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
}

function rotated<T>(list: readonly T[], by: number): readonly T[] {
  const at = by % Math.max(1, list.length)
  return [...list.slice(at), ...list.slice(0, at)]
}

/** @returns the file's path below bench/ */
function save(record: { facts: Facts; options: Options; results: readonly Measured[] }): string {
  const folder = join(import.meta.dirname, '../results')
  const name = `${record.facts.date.replaceAll(/[:.]/g, '-')}.json`
  // Not the folder's path: it belongs to the machine.
  const { packageFolder: _, ...asked } = record.options
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `${JSON.stringify({ ...record, options: asked }, null, 2)}\n`)
  return `results/${name}`
}
