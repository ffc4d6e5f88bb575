import type { RuntimeOptions } from '../runtime/runtime.ts'

/** What a service keeps of its runs, as the command line says it. */
export interface KeepingOptions {
  /** Signed evidence of every run, also of those that schedules start. */
  readonly evidence?: boolean | undefined
  /** Runs that are older are deleted; each connection keeps its newest. */
  readonly keepDays?: number | undefined
  /** Runs of each connection. */
  readonly keepRuns?: number | undefined
}

const dayMs = 86_400_000

export function toKeepingOptions(options: KeepingOptions): Pick<RuntimeOptions, 'evidence' | 'retention'> {
  const { evidence, keepDays, keepRuns } = options
  const maxAgeMs = keepDays === undefined ? undefined : keepDays * dayMs
  const isLimited = keepDays !== undefined || keepRuns !== undefined
  return {
    evidence: evidence ? 'kept' : 'none',
    ...(isLimited && { retention: { runs: { maxAgeMs, maxPerConnection: keepRuns } } }),
  }
}
