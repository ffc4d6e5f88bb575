import type { RunComparison } from '../../checks/findings/comparison.ts'
import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { ConnectorDefinition } from '../../define/index.ts'
import type { Brand } from './brand.ts'

/** A finished run as a report gets it. */
export interface ReportInput {
  readonly run: RecordedRun
  /**
   * Adds names, descriptions and links; a report of a stored run works without them if its connector no longer exists.
   */
  readonly connector?:
    | { readonly definition: ConnectorDefinition; readonly checks: readonly DescribedCheck[] }
    | undefined
  /** The state of findings compared with an earlier run. */
  readonly comparison?: RunComparison | undefined
  /**
   * The place of the complete data, for formats that leave something out: "see out/run.json".
   * @default 'all with --json'
   */
  readonly rest?: string | undefined
}

export interface DescribedCheck {
  readonly id: string
  readonly description?: string | undefined
}

/** Writes runs in one format, piece by piece, so that a large run needs no more memory than a small one. */
export type Report = (runs: readonly ReportInput[], options?: ReportOptions) => AsyncIterable<string>

export interface ReportOptions {
  /** Whether several runs were requested, even if there is only one: json then is an array. @default more than one */
  readonly isList?: boolean | undefined
  /** Columns of the terminal, for the table. @default 80 */
  readonly width?: number | undefined
  /** Whether the table is coloured. @default false */
  readonly color?: boolean | undefined
  /** Open results below one check in the table; the rest are counted. @default 10 */
  readonly shownMax?: number | undefined
  /** Name, colour and logo of the page (html). @default those of Checkwright */
  readonly brand?: Brand | undefined
  /** Places in the connector below an error in the table. @default 1, where it was thrown */
  readonly framesMax?: number | undefined
}
