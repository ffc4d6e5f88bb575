import type { CheckHead, ResultRecord, ResultStatus, Severity } from '../../define/index.ts'

/** One result of a stored run, and its position. */
export interface StoredResult {
  /** Position among all results of the run, from 0, in the order of its checks. It does not change. */
  readonly number: number
  readonly checkId: string
  readonly result: ResultRecord
}

export interface ResultFilter {
  /** Ids of checks. @default all */
  readonly checks?: readonly string[] | undefined
  readonly status?: ResultStatus | undefined
  /** The result's own severity, otherwise that of its check. */
  readonly severity?: Severity | undefined
  readonly waived?: boolean | undefined
  readonly findingId?: string | undefined
  /** Only those after this number. @default from the start */
  readonly after?: number | undefined
  /** @default 100 */
  readonly limit?: number | undefined
}

/** Results of finished runs; other runs have none. */
export interface ResultStore {
  /** In the order of their numbers. */
  list(runId: string, filter?: ResultFilter): Promise<StoredResult[]>
  /** Results of some findings that need review, in several runs, each with its check. Of both, databases take some thousands. */
  listManual(of: {
    readonly runIds: readonly string[]
    readonly findingIds: readonly string[]
  }): Promise<readonly { readonly runId: string; readonly check: CheckHead; readonly result: ResultRecord }[]>
  /** How many results each check of a run has, by check id; empty for an unknown run. */
  counts(runId: string): Promise<Readonly<Record<string, number>>>
}
