import type { ResultRecord, ResultStatus, Severity } from '../../define/index.ts'

/** One result of a kept run, and where it is. */
export interface StoredResult {
  /** Place among all results of the run, from 0, in the order of its checks; never changes. */
  readonly number: number
  readonly checkId: string
  readonly result: ResultRecord
}

export interface ResultFilter {
  /** Ids of checks. @default all */
  readonly checks?: readonly string[] | undefined
  readonly status?: ResultStatus | undefined
  /** The result's own, else its check's. */
  readonly severity?: Severity | undefined
  readonly waived?: boolean | undefined
  /** Only those behind this number. @default from the start */
  readonly after?: number | undefined
  /** @default 100 */
  readonly limit?: number | undefined
}

/** Results of runs that have ended; of others there are none. */
export interface ResultStore {
  /** In the order of their numbers. */
  list(runId: string, filter?: ResultFilter): Promise<StoredResult[]>
  /** How many results each check of a run has, by check id; those of a run that is not there are none. */
  counts(runId: string): Promise<Readonly<Record<string, number>>>
}
