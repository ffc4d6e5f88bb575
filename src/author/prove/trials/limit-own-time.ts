import { performance } from 'node:perf_hooks'

/** As long as a check may take over one answer of each kind: a mistake may have no end. */
export const trialMsMax = 5_000

/** How a process spent its time since it began, in milliseconds. */
export interface ProcessTime {
  /** The event loop had work, or waited for a processor to do it. */
  readonly active: number
  /** The event loop had nothing to do. */
  readonly idle: number
  /** The processor worked, in all threads. */
  readonly processor: number
}

/**
 * Aborts after `ms` of the process's own time. What it waits for a processor that others use is not counted, so what is
 * judged under this limit is judged alike on a busy machine.
 * @param read for tests
 */
export function limitOwnTime(ms: number, read: () => ProcessTime = readProcessTime): AbortSignal {
  const controller = new AbortController()
  const from = read()
  const look = () => {
    const now = read()
    const work = Math.min(now.active - from.active, now.processor - from.processor)
    const left = ms - work - (now.idle - from.idle)
    if (left <= 0) controller.abort(new DOMException('The trial took too long', 'TimeoutError'))
    else setTimeout(look, Math.ceil(left)).unref()
  }
  setTimeout(look, ms).unref()
  return controller.signal
}

function readProcessTime(): ProcessTime {
  const { active, idle } = performance.eventLoopUtilization()
  const { user, system } = process.cpuUsage()
  return { active, idle, processor: (user + system) / 1_000 }
}
