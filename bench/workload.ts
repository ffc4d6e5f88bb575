import type { Sample } from './meter.ts'
import type { Limits, OpenPeer } from './peer.ts'

/** The inputs of one measurement. */
export interface Task {
  readonly peer: OpenPeer
  /** Part of the full amount: the run's scale, and less for peers that would take minutes. */
  readonly share: number
  /** Simultaneous requests for peers without their own parallel work. */
  readonly inFlight: number
  /** One of the workload's parts. */
  readonly part: string | undefined
}

/** Work for every peer, in a process of its own each time. */
export interface Workload {
  readonly limits?: Limits
  /** Simultaneous checks on the connection. @default 1 */
  readonly checks?: number
  /** Peers switch on their handling of 429. */
  readonly patient?: boolean
  /** Measured one after the other, each in a process of its own; their numbers make one sample. */
  readonly parts?: readonly string[]
  readonly measure: (task: Task) => Promise<Sample>
}

/** How a workload is shown. */
export interface Presentation {
  readonly title: string
  readonly columns: readonly Column[]
}

export interface Column {
  /** Name of a number in the samples. */
  readonly key: string
  readonly head: string
  readonly digits?: number
  /** Show it as a multiple of the baseline's number in the same round. */
  readonly ratio?: boolean
}

/** Full amount times share, whole and at least `least`. */
export function amount(full: number, share: number, least = 1): number {
  return Math.max(least, Math.round(full * share))
}
