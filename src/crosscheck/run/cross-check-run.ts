import type { RunScopeState } from '../../checks/runs/recorded-run.ts'
import type { CheckHead, ResultRecord, RunCode, RunResult, RunStatus, WaiverUse } from '../../define/index.ts'
import type { CrossCheckInputs, CrossCheckSource } from '../define/inputs.ts'

/** A finished run of a cross-check, without its results. */
export interface CrossCheckRunHead {
  readonly schema: 'checkwright.run/v1'
  readonly kind: 'cross-check'
  readonly id: string
  readonly organizationId: string
  /** The code of the cross-check. */
  readonly code: RunCode
  /** The time by which it judged, ISO 8601. */
  readonly startedAt: string
  readonly finishedAt: string
  readonly status: RunStatus
  /** It is a pseudonymous edition of the bundle whose manifest.json has this SHA-256, hexadecimal. */
  readonly edition?: { readonly of: string } | undefined
  /** It was asked for with waivers or variables of its own: it changes no finding, control or trend. */
  readonly scoped?: true
  readonly replayable: boolean
  readonly notReplayableBecause?: string | undefined
  /** All that it judged by, beside records and links. Variables have their defaults filled in. */
  readonly inputs: Omit<CrossCheckInputs, 'organizationId'>
  readonly scopes: readonly RunScopeState[]
  /** When reading the oldest list began: controls date the evidence by it. Left out where nothing was read. */
  readonly oldestReadAt?: string | undefined
  /** The one cross-check. */
  readonly checks: readonly CheckHead[]
  readonly waivers?: readonly WaiverUse[] | undefined
  readonly summary: RunResult['summary']
}

/** A finished run with results that are read one at a time. Close it afterwards. */
export interface DisposableCrossCheckRun extends AsyncDisposable {
  readonly head: CrossCheckRunHead
  /** Results in the order in which they were reported. You can read them more than once. */
  results(checkId: string): AsyncIterable<ResultRecord>
  /** The records and links that it judged by. */
  readonly source: CrossCheckSource
  /** Whether it could not tell about the resource of a finding, whatever else it saw. */
  isUndecided(findingId: string): boolean
  /** Frees the results. A second call does nothing. */
  close(): Promise<void>
}
