import type { RunComparison } from '../checks/comparison.ts'
import type { KeptRun } from '../checks/kept-run.ts'
import type { ConnectorDefinition } from '../define/index.ts'

/** A finished run as a report is told of it. */
export interface ReportedRun {
  readonly run: KeptRun
  /** Adds names, descriptions and links; a report of a stored run whose connector is gone does without. */
  readonly connector?:
    | { readonly definition: ConnectorDefinition; readonly checks: readonly DescribedCheck[] }
    | undefined
  /** How the findings stand against an earlier run. */
  readonly comparison?: RunComparison | undefined
}

export interface DescribedCheck {
  readonly id: string
  readonly description?: string | undefined
}

/** Writes runs in one format, piece by piece, so that a large run needs no more memory than a small one. */
export type Report = (runs: readonly ReportedRun[], options?: ReportOptions) => AsyncIterable<string>

export interface ReportOptions {
  /** Whether several runs were asked for, also when only one came of it: json then is an array. @default more than one */
  readonly isList?: boolean | undefined
}
