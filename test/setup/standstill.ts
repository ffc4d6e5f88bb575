import { setImmediate } from 'node:timers/promises'

export interface Standstill {
  /** How often somebody else had a turn. */
  readonly turns: number
  /** Processor time between two turns of somebody else, at most. */
  readonly longestMs: number
  /** Of the whole work. */
  readonly totalMs: number
}

/**
 * What work on the event loop leaves to others: they ask for a turn again and again while it goes on, as requests of another organization
 * do. It counts processor time, which other work of the machine does not change.
 */
export async function measureStandstill(work: () => Promise<unknown>): Promise<Standstill> {
  let isDone = false
  let [turns, longestMs] = [0, 0]
  const beganAtMs = readCpuMs()
  const others = async () => {
    for (let lastMs = beganAtMs; !isDone; turns++) {
      await setImmediate()
      const nowMs = readCpuMs()
      longestMs = Math.max(longestMs, nowMs - lastMs)
      lastMs = nowMs
    }
  }
  const waiting = others()
  try {
    await work()
  } finally {
    isDone = true
    await waiting
  }
  return { turns, longestMs, totalMs: readCpuMs() - beganAtMs }
}

function readCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
