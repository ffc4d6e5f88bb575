import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { RunRecord } from '../../checks/runs/run-store.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** The run of a file whose results count. */
export interface CountingRun {
  readonly run: RecordedRun
  /** When the tool looked. */
  readonly oldestAt: string
}

const pageLength = 100

/** The newest run of a source that counts; undefined if there is none. */
export async function findNewestRun(
  { store }: Uses<'runs'>,
  source: { readonly organizationId: string; readonly connectionId: string },
): Promise<CountingRun | undefined> {
  // Any number of newer runs may be of a part, or set aside.
  for (let before: RunRecord | undefined; ; ) {
    const page: readonly RunRecord[] = await store.runs.list({ ...source, before, limit: pageLength })
    for (const { id, scoped } of page) {
      const run = scoped ? undefined : await store.runs.findRecorded(id)
      const { oldestAt, setAside } = run?.head.received ?? {}
      if (run && oldestAt !== undefined && setAside === undefined) return { run, oldestAt }
    }
    if (page.length < pageLength) return undefined
    before = page.at(-1)
  }
}
