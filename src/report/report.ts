import type { RunComparison } from '../checks/findings/comparison.ts'
import type { KeptRun } from '../checks/results/kept-run.ts'
import type { ConnectorDefinition } from '../define/index.ts'

/** A finished run as a report is told of it. */
export interface ReportInput {
  readonly run: KeptRun
  /** Adds names, descriptions and links; a report of a stored run whose connector is gone does without. */
  readonly connector?:
    | { readonly definition: ConnectorDefinition; readonly checks: readonly DescribedCheck[] }
    | undefined
  /** How the findings stand against an earlier run. */
  readonly comparison?: RunComparison | undefined
  /** Where formats that leave something out say that it is: "see out/run.json". @default 'all with --json' */
  readonly rest?: string | undefined
}

export interface DescribedCheck {
  readonly id: string
  readonly description?: string | undefined
}

/** Writes runs in one format, piece by piece, so that a large run needs no more memory than a small one. */
export type Report = (runs: readonly ReportInput[], options?: ReportOptions) => AsyncIterable<string>

export interface ReportOptions {
  /** Whether several runs were asked for, also when only one came of it: json then is an array. @default more than one */
  readonly isList?: boolean | undefined
  /** Columns of the terminal, for the table. @default 80 */
  readonly width?: number | undefined
  /** Whether the table is coloured. @default false */
  readonly color?: boolean | undefined
  /** Open results that the table shows below one check; the rest are counted. @default 10 */
  readonly shownMax?: number | undefined
  /** Places in the connector that the table shows below an error. @default 1, where it was thrown */
  readonly framesMax?: number | undefined
}
