import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import { listPastRecords } from '../../past/past-runs.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/**
 * Whether a check of an organization has run, as far as somebody may know. Without a run, an empty list of findings says nothing.
 * @param within the time that the reader may know of. @default all
 */
export async function hasRun(
  { runs }: Pick<Runtime, 'runs'>,
  organizationId: string,
  within: TimeSpan | undefined,
): Promise<boolean> {
  for await (const _ended of listPastRecords(runs, { organizationId, within })) return true
  return false
}
