import type { ConnectorName } from '../connector/connector-name.ts'
import type { Bound } from './control.ts'
import type { ErrorKind, FailureCause } from './failure-cause.ts'
import type { JsonValue } from './json.ts'
import type { Judged } from './judgement.ts'
import type { CheckProof } from './proof.ts'
import type { ReceivedPart } from './received.ts'
import type { InventoryKind } from './record.ts'
import type { Resource, ResultStatus, Severity } from './result.ts'
import type { BoundStatements } from './statement.ts'
import type { Waived, WaiverUse } from './waiver.ts'

/** Status of a check or run, rolled up: error > fail > manual > pass > not_applicable. */
export type RunStatus = ResultStatus | 'error'

/** The worst first. */
export const worstFirst: readonly RunStatus[] = ['error', 'fail', 'manual', 'pass', 'not_applicable']

export interface CheckFailure {
  readonly kind: ErrorKind
  /** Error code; see `docs/errors.md`. */
  readonly code: string
  readonly message: string
  /** Scopes that the check declares and the vendor did not grant. */
  readonly missingScopes?: readonly string[] | undefined
  readonly retryable: boolean
  /** What somebody has to act on, where kind and code do not say it. docs/oauth.md has what a token endpoint means. */
  readonly cause?: FailureCause | undefined
  /**
   * The places in the connector's own files where it was thrown, innermost first, at most ten. Left out if it was
   * thrown elsewhere.
   */
  readonly frames?: readonly StackFrame[]
}

/** A place in a connector's source. */
export interface StackFrame {
  /** Relative to the working directory of the process, or the end of the path. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly column: number
  readonly function?: string | undefined
}

/** One result as it is stored. */
export interface ResultRecord {
  readonly status: ResultStatus
  readonly resource: Resource
  readonly title: string
  readonly description?: string | undefined
  readonly severity?: Severity | undefined
  readonly remediation?: string | undefined
  /** A command that mends it, for people to copy. Left out where there is none, or a value in it is no plain text. */
  readonly fix?: string | undefined
  readonly evidence: JsonValue
  /** The same for the same resource in every run: UUIDv5 of connector, connection, check and resource. */
  readonly findingId: string
  /** The waiver that covers a failing result. The status stays `fail`; exit codes and controls ignore it. */
  readonly waived?: Waived | undefined
  /** The judgement that holds for a result that needs review. The status stays `manual`. */
  readonly judged?: Judged | undefined
  /** Numbers of the exchanges that the result was read from, where known. */
  readonly exchanges?: readonly number[] | undefined
}

export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields?: JsonValue | undefined
  /** ISO 8601. */
  readonly time: string
}

/** The outcome of one check. */
export interface CheckOutcome {
  readonly id: string
  readonly title: string
  readonly severity: Severity
  readonly controls: readonly string[]
  /** Bounds, by control and variable, within which the check supports the control. */
  readonly controlBounds?: { readonly [control: string]: { readonly [variable: string]: Bound } } | undefined
  /** Statements that a pass shows, with what their parameters are: variables by id, or numbers. Left out where there are none. */
  readonly states?: BoundStatements | undefined
  /** Values of the variables that the check ran with, defaults filled in. */
  readonly variables?: { readonly [id: string]: JsonValue } | undefined
  readonly tags: readonly string[]
  /** Members of the evidence that change without meaning: a judgement holds whatever they are. */
  readonly volatile?: readonly string[] | undefined
  readonly status: RunStatus
  readonly error?: CheckFailure | undefined
  /** Whether the check saw everything that it has to judge. */
  readonly complete: boolean
  /** Numbers of the exchanges of this check. */
  readonly exchanges: readonly number[]
  readonly results: readonly ResultRecord[]
  readonly requests: number
  readonly retries: number
  readonly durationMs: number
  readonly logs: readonly LogEntry[]
  /**
   * What its judgement was tried on. `none`: nothing, or the code that was tried is another. Left out by replays and by cross-checks.
   */
  readonly proof?: CheckProof | 'none' | undefined
  /** Resources that the check could not tell; the status is `error` then. Left out where there are none. */
  readonly undecided?:
    | {
        readonly count: number
        readonly first: readonly UndecidedResource[]
        /** How many of them have a result, too. Then no result of the check resolves a finding. Left out where there are none. */
        readonly contradicted?: number | undefined
      }
    | undefined
}

/** A resource of which a check could not tell. */
export interface UndecidedResource {
  readonly resource: Resource
  readonly because: string
  readonly kind: ErrorKind
  /** What to grant. */
  readonly missingScopes?: readonly string[] | undefined
}

/** What reading an inventory came to. Its records are kept beside the run. */
export interface InventoryOutcome {
  readonly of: InventoryKind
  readonly part?: string | undefined
  /** Whether everything was seen that it covers. */
  readonly complete: boolean
  /** How many records there are. */
  readonly count: number
  /**
   * How many items the vendor counts in the list that the records were made of. Left out where it counts none, or the connector asked for
   * anything else.
   */
  readonly total?: number | undefined
  /** How many there are of each status, for kinds that have one. */
  readonly byStatus?: { readonly [status: string]: number }
  readonly covers: readonly string[]
  readonly leavesOut: readonly string[]
  /** Why it is not complete. */
  readonly error?: CheckFailure | undefined
  /** Facts that were asked for, because a check reads them. */
  readonly facts?: readonly string[] | undefined
  /** Facts that the vendor refused for all records, and why. */
  readonly refused?: { readonly [member: string]: CheckFailure } | undefined
  /** SHA-256 of its canonical lines, hexadecimal: the same records give the same, whatever their order at the vendor. */
  readonly digest: string
  /** Values of the variables that the list was read with. */
  readonly variables?: { readonly [id: string]: JsonValue } | undefined
  /** Numbers of its exchanges. */
  readonly exchanges: readonly number[]
  readonly requests: number
  readonly retries: number
  readonly durationMs: number
  readonly logs: readonly LogEntry[]
}

/** A check's outcome without its results, because a check can have very many. */
export type CheckHead = Omit<CheckOutcome, 'results'>

/** The code that made a run. The same code comes to the same verdicts on the same answers. */
export interface RunCode {
  /** Version of Checkwright. */
  readonly checkwright: string
  /**
   * SHA-256, hexadecimal, of the data of the connector or cross-check and of the text of its functions. It does not see what these
   * call in other modules.
   */
  readonly sha256: string
  /**
   * SHA-256, hexadecimal, of the file that the command loaded and of your own files that it imports. Packages are not part of it.
   * Left out where a program brought the code.
   */
  readonly files?: string | undefined
}

/** A finished run, as `--format json`, the API and the bundle carry it. */
export interface RunResult {
  readonly schema: 'checkwright.run/v1'
  /** Results that another tool reported. Left out: we observed them. */
  readonly kind?: 'import' | undefined
  readonly id: string
  readonly connector: ConnectorName
  /** Left out by replays of recordings, and by runs that no process could execute. */
  readonly code?: RunCode | undefined
  readonly connectionId?: string | undefined
  /**
   * The name that people gave the connection, as it was when the report was written. Stored runs and bundles have none, because
   * names change.
   */
  readonly connectionName?: string
  readonly organizationId?: string | undefined
  /** The request brought its own waivers or variables, so the run changes no finding, control or trend. */
  readonly scoped?: true | undefined
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly finishedAt: string
  readonly status: RunStatus
  /** How far the vendor's clock is ahead of the clock of this run, in ms; below 0: behind. Left out where it is less than two minutes. */
  readonly clockAheadMs?: number | undefined
  /** Of a run of kind `import`: the file. */
  readonly received?: ReceivedPart | undefined
  /** Whether the recorded exchanges suffice to run the checks again offline. */
  readonly replayable: boolean
  /** The reason, if `replayable` is false. */
  readonly notReplayableBecause?: string | undefined
  readonly inputs: {
    /** The `ctx.now` of every check, ISO 8601. */
    readonly now: string
    readonly variables: { readonly [id: string]: JsonValue }
    readonly settings: { readonly [id: string]: JsonValue }
    /** Values without secrets; secrets appear as `[redacted]`. */
    readonly credentials: { readonly [id: string]: JsonValue }
    readonly stateBefore: { readonly [key: string]: JsonValue }
  }
  readonly checks: readonly CheckOutcome[]
  /** The inventories that the run read. Left out where there are none. */
  readonly inventories?: readonly InventoryOutcome[] | undefined
  /** The state of each waiver of this run. */
  readonly waivers?: readonly WaiverUse[] | undefined
  readonly summary: {
    readonly checks: { readonly [status in RunStatus]: number }
    readonly results: { readonly [status in ResultStatus | 'waived']: number }
    /** Results that need review, and that a person has judged. Left out where there are none. */
    readonly judged?: { readonly accepted: number; readonly refused: number } | undefined
    readonly errors: number
    readonly requests: number
    readonly retries: number
  }
}

/** The events of a run, in order. */
export type RunEvent =
  | {
      readonly type: 'run.started'
      readonly runId: string
      readonly checks: readonly { readonly id: string; readonly title: string }[]
      /** Lists that are read whether or not a check needs them: `account`, `credential.iam`. Left out where there are none. */
      readonly inventories?: readonly string[] | undefined
    }
  | { readonly type: 'inventory.started'; readonly inventory: string }
  | {
      readonly type: 'inventory.finished'
      /** `inventory:account`: what requests, waits and log entries of its name as `checkId`. */
      readonly inventory: string
      readonly outcome: Omit<InventoryOutcome, 'digest'>
    }
  | { readonly type: 'check.started'; readonly checkId: string }
  | {
      readonly type: 'request'
      readonly checkId: string
      readonly method: string
      readonly url: string
      readonly status?: number | undefined
      readonly attempt: number
      /** From sending to the end of the answer, without waits for a turn. */
      readonly durationMs: number
      /** It carried no credentials: it was asked as a stranger, or of another host. */
      readonly anonymous?: true
    }
  | {
      readonly type: 'wait'
      readonly checkId: string
      readonly reason: 'rate_limit' | 'retry'
      readonly delayMs: number
      /** The request that waits. */
      readonly method?: string
      readonly url?: string
      /** The answer that caused another attempt; left out if there was none. */
      readonly status?: number | undefined
    }
  | { readonly type: 'result'; readonly checkId: string; readonly result: ResultRecord }
  | { readonly type: 'log'; readonly checkId: string; readonly entry: LogEntry }
  | { readonly type: 'check.finished'; readonly checkId: string; readonly outcome: CheckHead }
  | { readonly type: 'run.finished'; readonly runId: string; readonly status: RunStatus }
