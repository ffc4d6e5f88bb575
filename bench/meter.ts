import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Numbers by name, from one measurement. */
export type Sample = Readonly<Record<string, number>>

export interface Usage {
  readonly wallMs: number
  /** User and system time of this process, garbage collection included. */
  readonly cpuMs: number
  /** The part of the thread that runs JavaScript. The rest is V8's: compilers and collectors. */
  readonly threadMs: number
  /** Highest of the whole process, its start included. */
  readonly peakRssMB: number
  /** Highest that was seen at an interval of 5 ms. */
  readonly peakHeapMB: number
}

const sampleEveryMs = 5

/** The cost of the work for this process. */
export async function measured(work: () => Promise<void>): Promise<Usage> {
  let peakHeapBytes = 0
  const look = () => {
    peakHeapBytes = Math.max(peakHeapBytes, getHeapStatistics().used_heap_size)
  }
  const timer = setInterval(look, sampleEveryMs)
  const cpu = process.cpuUsage()
  const thread = process.threadCpuUsage()
  const startMs = performance.now()
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  const wallMs = performance.now() - startMs
  const { user, system } = process.cpuUsage(cpu)
  const ours = process.threadCpuUsage(thread)
  look()
  return {
    wallMs,
    cpuMs: (user + system) / 1000,
    threadMs: (ours.user + ours.system) / 1000,
    peakRssMB: process.resourceUsage().maxRSS / 1024,
    peakHeapMB: peakHeapBytes / 2 ** 20,
  }
}

/** Heap that is still referenced. */
export function heldHeapMB(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return getHeapStatistics().used_heap_size / 2 ** 20
}

/** Runs numbered work, with a limit at a time. */
export async function flights(count: number, inFlight: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
}

/** The value below which `share` of the values are. */
export function quantile(values: Float64Array, share: number): number {
  return values.toSorted()[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}
