import type { TimeSpan } from '../../checks/runs/run-store.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** What obligations are derived from. */
export type EvidenceParts = Uses<
  'tasks' | 'judgements' | 'waivers' | 'accessReviews' | 'connections' | 'findings' | 'runs',
  'clock' | 'connectors' | 'crossChecks'
>

/** When, and for somebody who knows the runs of a time alone: of these. */
export interface EvidenceTime {
  readonly atMs: number
  readonly within?: TimeSpan | undefined
}
