import type { RunHead } from '../../checks/results/kept-run.ts'
import type { CheckFailure, JsonValue, ResultRecord, RunStatus } from '../../define/index.ts'

/**
 * What a connector's checks were answered once and came to, as a file beside the connector that tests replay. Unlike a
 * bundle, which proves what happened to whom, it is made to be read, to be changed, and to name nobody.
 */
export interface Recording {
  readonly schema: 'checkwright.recording/v1'
  readonly connector: {
    readonly id: string
    /** The connector's when it was recorded. */
    readonly version: string
    /** Path of its file from the folder of the recording; absent for a connector that is shipped. */
    readonly file?: string
  }
  /** What the checks were given: the time, variables, and values that are no secrets. */
  readonly inputs: RunHead['inputs']
  /** In the connector's order. */
  readonly checks: readonly RecordedCheck[]
  /** Inventories that were read. Left out where there are none. */
  readonly inventories?: readonly RecordedInventory[]
  /** By check, then by method and address, then in the order in which they were asked: a new recording differs by little. */
  readonly exchanges: readonly RecordedExchange[]
}

/** What a check came to, as far as a replay must reach it again. */
export interface RecordedCheck {
  readonly id: string
  readonly status: RunStatus
  readonly complete: boolean
  /** Values of the variables that it had, defaults filled in; absent where it has none. */
  readonly variables?: RunHead['inputs']['variables']
  /** Without its message, whose wording may improve. */
  readonly error?: Pick<CheckFailure, 'kind' | 'code' | 'retryable'>
  /** How many resources it could not tell. */
  readonly undecided?: number
  /** By resource. */
  readonly results: readonly RecordedResult[]
}

/** What reading an inventory came to. Its records are what a replay makes of its exchanges. */
export interface RecordedInventory {
  /** `inventory:account` */
  readonly id: string
  readonly complete: boolean
  readonly count: number
  readonly variables?: RunHead['inputs']['variables']
  /** Facts that were asked for. */
  readonly facts?: readonly string[]
  readonly error?: Pick<CheckFailure, 'kind' | 'code' | 'retryable'>
}

export type RecordedResult = Omit<ResultRecord, 'findingId' | 'waived' | 'exchanges'>

/** A request and what became of it. */
export interface RecordedExchange {
  /** Ids of the checks and inventories that it was made for; several where they share it. */
  readonly checks: readonly string[]
  readonly request: RecordedBody & {
    readonly method: string
    readonly url: string
    readonly type?: string
    /** It was asked as a stranger. */
    readonly anonymous?: true
  }
  /** Absent when nothing was answered. */
  readonly response?: RecordedBody & RecordedAnswer
  /** Why nothing was answered, as in docs/errors.md. */
  readonly error?: string
  /** Which attempt it was. @default 1 */
  readonly attempt?: number
}

interface RecordedAnswer {
  readonly status: number
  /** Those that a check may read. */
  readonly headers?: { readonly [name: string]: string | readonly string[] }
}

/** One of the three, or none where there is no body. */
export interface RecordedBody {
  readonly json?: JsonValue
  /** Lines where there are several. */
  readonly text?: string | readonly string[]
  readonly base64?: string
}
