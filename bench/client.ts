import { fileURLToPath } from 'node:url'
import type { Sample } from './meter.ts'
import { declaredLimits, peers } from './peers.ts'
import { workloads } from './workloads.ts'

/** The instructions for a measured process. */
export interface Assignment {
  readonly workload: string
  readonly peer: string
  readonly part?: string | undefined
  readonly origin: string
  readonly scale: number
  readonly packageFolder: string
}

/**
 * Measures one peer with one workload. A process does this once, so that no peer runs in a process that another has
 * warmed up.
 */
export async function measure(assignment: Assignment): Promise<Sample> {
  const { origin, scale, packageFolder, part } = assignment
  const workload = workloads[assignment.workload]?.workload
  const entry = peers[assignment.peer]
  if (!workload || !entry) throw new TypeError(`unknown workload or peer: ${assignment.workload}, ${assignment.peer}`)
  const { open } = await entry.load()
  const peer = await open({
    origin,
    packageFolder,
    limits: { ...workload.limits, ...declaredLimits[assignment.peer] },
    patient: workload.patient ?? false,
    checks: workload.checks ?? 1,
  })
  const share = scale * (entry.shares?.[assignment.workload] ?? 1)
  const sample = await workload.measure({ peer, share, part, inFlight: entry.inFlight ?? 64 })
  await peer.close()
  return sample
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const assignment: Assignment = JSON.parse(process.argv[2] ?? '{}')
  const sample = await measure(assignment)
  // Without `process.send` somebody started it by hand, or for a profile.
  if (process.send) process.send(sample, () => process.exit())
  else console.log(JSON.stringify(sample))
}
