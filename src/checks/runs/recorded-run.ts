import type { CheckHead, CheckOutcome, ResultRecord, RunResult } from '../../define/index.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'

/** How much of one connection a cross-check saw. Findings resolve within complete scopes. */
export interface RunScopeState {
  readonly connectionId: string
  readonly complete: boolean
  readonly because?: string | undefined
}

/**
 * A finished run without its results. That of a cross-check has the id of the organization as its connection, and `cross-check` as its
 * connector.
 */
export type RunHead = Omit<RunResult, 'checks'> & {
  readonly checks: readonly CheckHead[]
  readonly crossCheck?: CrossCheckPart
}

/** What the run of a cross-check has, and the run of a connection has not. */
export interface CrossCheckPart {
  readonly scopes: readonly RunScopeState[]
  /** When reading its oldest list began: controls date the evidence by it. */
  readonly oldestReadAt?: string | undefined
}

/**
 * A finished run with results that you read one at a time, so that a run with very many is not in memory as a whole.
 */
export interface RecordedRun {
  readonly head: RunHead
  /** Results of one check in the order in which it reported them. You can read them more than once. */
  results(checkId: string): AsyncIterable<ResultRecord>
  /** Records of an inventory that the run read (`inventory:account`), by their ids. Left out where nobody kept them. */
  readonly records?: ((inventoryId: string) => AsyncIterable<StoredRecord>) | undefined
}

/** A finished run with its results outside of memory. Close it afterwards. */
export interface DisposableRun extends RecordedRun, AsyncDisposable {
  /** Frees the results. After that, reading them fails. A second call does nothing. */
  close(): Promise<void>
}

/** A run in memory, with the interface of one that is not. */
export function toRecordedRun(run: RunResult): RecordedRun {
  const { checks, ...head } = run
  return {
    head: { ...head, checks: checks.map(({ results: _, ...check }) => check) },
    results: async function* (checkId) {
      yield* checks.find(({ id }) => id === checkId)?.results ?? []
    },
  }
}

/** The run of a stored connection with the name that the connection has now, as reports show it. */
export function nameConnection(run: RecordedRun, connectionName: string | undefined): RecordedRun {
  // Its results are methods of the run, which may be more than its members.
  return connectionName === undefined
    ? run
    : { head: { ...run.head, connectionName }, results: (checkId) => run.results(checkId), records: run.records }
}

/** Reads a run into memory, including its results. */
export async function wholeRun({ head, results }: RecordedRun): Promise<RunResult> {
  const checks: CheckOutcome[] = []
  for (const check of head.checks) {
    const all: ResultRecord[] = []
    for await (const result of results(check.id)) all.push(result)
    checks.push({ ...check, results: all })
  }
  return { ...head, checks }
}
