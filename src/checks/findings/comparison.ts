import type { ResultRecord } from '../../define/index.ts'

/**
 * How a finding stands against an earlier run: `new` fails and was not there, `persisting` fails as before, `regressed`
 * fails and passed before, `resolved` failed and does no longer.
 */
export type Change = 'new' | 'persisting' | 'resolved' | 'regressed'

/** A finding of the earlier run, with the check that it belongs to. */
export interface EarlierFinding {
  readonly checkId: string
  readonly result: ResultRecord
}

/** A run held against an earlier one of the same connector. */
export interface RunComparison {
  readonly baselineRunId: string
  /** Of a finding of the later run; undefined for one that neither fails nor failed. */
  changeOf(findingId: string): Change | undefined
  /** What failed earlier, and was seen not to fail now: it passes, or its check saw everything and it is gone. */
  readonly resolved: readonly EarlierFinding[]
  /** What failed earlier and was not seen now, because its check could not tell: neither resolved nor persisting. */
  readonly unseen: readonly EarlierFinding[]
}
