import { omitUndefined } from '../../../text/omit-undefined.ts'
import type { RuntimeOptions } from '../../runtime/runtime.ts'

/** The command line options for the data that a service keeps of its runs. */
export interface KeepingOptions {
  /** Signed evidence of every run, also of those that schedules start. */
  readonly evidence?: boolean | undefined
  /** Deletes runs that are older; each connection keeps its newest. */
  readonly keepDays?: number | undefined
  /** Runs of each connection. */
  readonly keepRuns?: number | undefined
  /** Deletes inventories that were read earlier. */
  readonly keepInventoryDays?: number | undefined
}

const dayMs = 86_400_000

export function toKeepingOptions(options: KeepingOptions): Pick<RuntimeOptions, 'evidence' | 'retention'> {
  const { evidence, keepDays, keepRuns, keepInventoryDays } = options
  const maxAgeMs = keepDays === undefined ? undefined : keepDays * dayMs
  const retention = omitUndefined({
    runs: keepDays !== undefined || keepRuns !== undefined ? { maxAgeMs, maxPerConnection: keepRuns } : undefined,
    inventories: keepInventoryDays === undefined ? undefined : { maxAgeMs: keepInventoryDays * dayMs },
  })
  return {
    evidence: evidence ? 'kept' : 'none',
    retention: Object.keys(retention).length > 0 ? retention : undefined,
  }
}
