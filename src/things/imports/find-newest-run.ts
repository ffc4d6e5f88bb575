import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** The run of a file whose results count. */
export interface CountingRun {
  readonly run: RecordedRun
  /** When the tool looked. */
  readonly oldestAt: string
}

/** The newest run of a source that counts; undefined if there is none. */
export async function findNewestRun(
  { store }: Uses<'runs'>,
  source: { readonly organizationId: string; readonly connectionId: string },
): Promise<CountingRun | undefined> {
  for (const { id, scoped } of await store.runs.list(source)) {
    const run = scoped ? undefined : await store.runs.findRecorded(id)
    const { oldestAt, setAside } = run?.head.received ?? {}
    if (run && oldestAt !== undefined && setAside === undefined) return { run, oldestAt }
  }
  return undefined
}
