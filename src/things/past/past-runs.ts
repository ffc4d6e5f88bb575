import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { RunFilter, RunRecord } from '../../checks/runs/run-store.ts'

type PastRunFilter = Pick<RunFilter, 'organizationId' | 'connectionId' | 'within'>

const pageLength = 100

/** What past runs are read by; the services of runs and of the store are both more than it. */
interface RunLists {
  list(filter: RunFilter): Promise<readonly RunRecord[]>
}

interface RunReader extends RunLists {
  kept(
    ref: Pick<RunRecord, 'id' | 'organizationId'>,
  ): Promise<{ readonly recorded: RecordedRun | undefined } | undefined>
}

/** Ended runs, the newest first. A page is in memory at a time. */
export async function* listEndedRecords(
  runs: RunLists,
  filter: PastRunFilter,
): AsyncGenerator<RunRecord, void, undefined> {
  for (let before: RunRecord | undefined; ; ) {
    const page = await runs.list({ ...filter, limit: pageLength, before })
    for (const record of page) if (record.finishedAtMs !== null) yield record
    before = page.at(-1)
    if (page.length < pageLength) return
  }
}

/** The same without those that had their own waivers or variables. */
export async function* listPastRecords(
  runs: RunLists,
  filter: PastRunFilter,
): AsyncGenerator<RunRecord, void, undefined> {
  for await (const record of listEndedRecords(runs, filter)) if (!record.scoped) yield record
}

/** The same with their results. @param counts leaves others out before they are read */
export async function* listPastRuns(
  { runs }: { readonly runs: RunReader },
  filter: PastRunFilter,
  counts: (record: RunRecord) => boolean = () => true,
): AsyncGenerator<RecordedRun, void, undefined> {
  for await (const record of listPastRecords(runs, filter)) {
    const recorded = counts(record) ? (await runs.kept(record))?.recorded : undefined
    if (recorded && !recorded.head.scoped) yield recorded
  }
}
