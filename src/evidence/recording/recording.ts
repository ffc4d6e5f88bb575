import type { RunHead } from '../../checks/runs/recorded-run.ts'
import type { CheckFailure, ConnectorName, JsonValue, ResultRecord, RunStatus } from '../../define/index.ts'

/**
 * The answers and results of a connector's checks, as a file beside the connector that tests replay. A bundle proves
 * what happened to whom. A recording is made to be read and changed, and identifies nobody.
 */
export interface Recording {
  readonly schema: 'checkwright.recording/v1'
  /** As it was when it was recorded. */
  readonly connector: ConnectorName & {
    /** Path of its file, relative to the recording's folder; absent for a shipped connector. */
    readonly file?: string | undefined
  }
  /** The inputs of the checks: the time, variables, and values that are not secret. */
  readonly inputs: RunHead['inputs']
  /** In the connector's order. */
  readonly checks: readonly RecordedCheck[]
  /** Inventories that were read. Left out where there are none. */
  readonly inventories?: readonly RecordedInventory[] | undefined
  /**
   * By check, then by method and address, then in the order of the requests, so that a new recording has a small diff.
   */
  readonly exchanges: readonly RecordedExchange[]
}

/** The part of a check's outcome that a replay must reach again. */
export interface RecordedCheck {
  readonly id: string
  readonly status: RunStatus
  readonly complete: boolean
  /** Values of its variables, defaults filled in; absent if it has none. */
  readonly variables?: RunHead['inputs']['variables'] | undefined
  /** Without its message, because the wording may improve. */
  readonly error?: Pick<CheckFailure, 'kind' | 'code' | 'retryable'> | undefined
  /** How many resources it could not tell. */
  readonly undecided?: number | undefined
  /** By resource. */
  readonly results: readonly RecordedResult[]
}

/** What reading an inventory came to. Its records are what a replay makes of its exchanges. */
export interface RecordedInventory {
  /** `inventory:account` */
  readonly id: string
  readonly complete: boolean
  readonly count: number
  readonly variables?: RunHead['inputs']['variables'] | undefined
  /** Facts that were asked for. */
  readonly facts?: readonly string[] | undefined
  readonly error?: Pick<CheckFailure, 'kind' | 'code' | 'retryable'> | undefined
}

export type RecordedResult = Omit<ResultRecord, 'findingId' | 'waived' | 'judged' | 'exchanges'>

/** A request and its outcome. */
export interface RecordedExchange {
  /** Ids of the checks and inventories that needed it; several if they share it. */
  readonly checks: readonly string[]
  readonly request: RecordedBody & {
    readonly method: string
    readonly url: string
    readonly type?: string | undefined
    /** The header X-Amz-Target, by which AWS tells operations apart that share an address. */
    readonly target?: string | undefined
    /** It was sent without credentials. */
    readonly anonymous?: true | undefined
  }
  /** Absent if there was no answer. */
  readonly response?: (RecordedBody & RecordedAnswer) | undefined
  /** Why there was no answer, as in docs/errors.md. */
  readonly error?: string | undefined
  /** Number of the attempt. @default 1 */
  readonly attempt?: number | undefined
  /** Where in its work the caller asked, if a secret was taken out of the request: others may look the same now. */
  readonly step?: string | undefined
}

export interface RecordedAnswer {
  readonly status: number
  /** Headers that a check may read. */
  readonly headers?: { readonly [name: string]: string | readonly string[] } | undefined
}

/** One of the three, or none if there is no body. */
export interface RecordedBody {
  readonly json?: JsonValue | undefined
  /** A list of lines if there are several. */
  readonly text?: string | readonly string[] | undefined
  readonly base64?: string | undefined
}
