import type { ResultRecord } from '../../define/index.ts'

/**
 * The state of a finding compared with an earlier run: `new` fails and was not there, `persisting` fails as before,
 * `regressed` fails and passed before, `resolved` failed and no longer does.
 */
export type Change = 'new' | 'persisting' | 'resolved' | 'regressed'

/** A finding of the earlier run, with the check that it belongs to. */
export interface EarlierFinding {
  readonly checkId: string
  readonly result: ResultRecord
}

/** The comparison of a run with an earlier one of the same connector. */
export interface RunComparison {
  readonly baselineRunId: string
  /** For a finding of the later run; undefined if it neither fails nor failed. */
  changeOf(findingId: string): Change | undefined
  /** Findings that failed earlier and now do not: they pass, or their check saw everything and they are gone. */
  readonly resolved: readonly EarlierFinding[]
  /**
   * Findings that failed earlier and were not seen now, because their check could not tell: neither resolved nor
   * persisting.
   */
  readonly unseen: readonly EarlierFinding[]
}
