import type { RunHead } from '../../../checks/runs/recorded-run.ts'
import type { CheckData } from '../../../define/index.ts'
import type { StagedResults } from './staged-results.ts'

/** A run that ends, with the place of its results. */
export interface EndedRunNote extends StagedResults {
  readonly runId: string
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  readonly finishedAtMs: number
  readonly head: RunHead
  readonly connectorChecks: readonly string[] | undefined
  readonly checks: readonly CheckData[]
  readonly isUndecided: ((findingId: string) => boolean) | undefined
}
