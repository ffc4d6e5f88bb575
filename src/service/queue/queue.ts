import type { ConnectionRecord, SealedCredentials } from '../../auth/connection-store.ts'
import type { JudgementInForce } from '../../checks/judgements/judgement-store.ts'
import type { RunRecord, SqlExecutor } from '../../checks/runs/run-store.ts'
import type { StoredWaiver } from '../../checks/waivers/waiver-store.ts'
import type { JsonValue, RunEvent, Waiver } from '../../define/index.ts'
import type { AuditEntry } from '../records/audit.ts'

/** The request for a run, stored until a process executes it. */
export interface RunRequest {
  /** Ids of checks. @default all, and none where `inventories` are named */
  readonly checks?: readonly string[] | undefined
  /** Inventories to read, by kind or part: `account`, `account.iam`. @default all, and those that they need where `checks` are named */
  readonly inventories?: readonly string[] | undefined
  /** Values for this run only. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  /** Accepted exceptions, in order. @default none */
  readonly waivers?: readonly Waiver[] | undefined
  /**
   * Time limit for the whole run, from its start. Checks that are not finished by then are `error` kind `timeout`.
   * @default each check's own
   */
  readonly timeoutMs?: number | undefined
  /**
   * Keeps the exchanges as a signed bundle among the files, under the id of the run. @default the runtime's `evidence`
   */
  readonly evidence?: boolean | undefined
  /**
   * The part of a quota that the vendor's answers name which the run may use, from 0 to 1. The rest is for whoever works with the same
   * quota. @default all
   */
  readonly quotaShare?: number | undefined
}

/** Whether a request brings its own waivers or variables. Such a run does not count for findings and controls. */
export function isScopedRequest({ waivers = [], variables = {} }: Pick<RunRequest, 'waivers' | 'variables'>): boolean {
  return waivers.length > 0 || Object.keys(variables).length > 0
}

/**
 * The progress of a run for other processes, in order: started and finished checks, and the first
 * requests with their waits.
 */
export type RunProgress = readonly Extract<
  RunEvent,
  { readonly type: 'run.started' | 'check.started' | 'check.finished' | 'request' | 'wait' }
>[]

/** A waiting or running run. */
export interface QueuedRun {
  readonly runId: string
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  readonly queuedAtMs: number
  /** Its turn in the round of organizations: lower ones go first. */
  readonly turn: number
  readonly request: RunRequest
  /** `ending`: removed from the queue to be ended, while its connection may be busy. */
  readonly state: 'queued' | 'running' | 'ending'
  /** Number of attempts; the holder of an earlier attempt may no longer end it. */
  readonly attempt: number
  /** How many processes ended in the middle of it. */
  readonly losses: number
  /** The process that runs it or has to run it; null: any free one. */
  readonly owner: string | null
  /** Somebody wants to end it. */
  readonly isCancelled: boolean
  /** What it needs, read in the transaction that began it. @default neither is it begun, nor of a connection */
  readonly inputs?: RunInputs | undefined
}

/** What the store has for the run of a connection. A member of a row that was altered throws StoreError `STORE_CORRUPT` when it is read. */
export interface RunInputs {
  readonly connection: ConnectionRecord
  readonly credentials: SealedCredentials | undefined
  /** The values that its checks kept, by check id. */
  readonly states: Readonly<Record<string, Readonly<Record<string, JsonValue>>>>
  /** Of the organization, without those that were revoked. The newest first. */
  readonly waivers: readonly StoredWaiver[]
  /** Those that hold for the connection. */
  readonly judgements: readonly JudgementInForce[]
}

/** Informs another queue of a run that may begin, within the transaction that marks it. */
export type Dispatch = (run: QueuedRun, execute: SqlExecutor) => Promise<unknown>

export interface NewRun {
  readonly run: Pick<RunRecord, 'id' | 'organizationId' | 'connectionId' | 'connectorId' | 'startedAtMs' | 'trigger'> &
    Partial<Pick<RunRecord, 'crossCheckId'>>
  readonly request: RunRequest
  /** Written in the same transaction. @default none */
  readonly entry?: AuditEntry | undefined
  /** Reserved for this process. @default whoever is free */
  readonly owner?: string | undefined
  /** Begins it at once, for the owner, if its connection is free. */
  readonly begin?: boolean | undefined
  /** As in `RunQueue.claim`: with this many runs of its organization, the owner does not begin it. */
  readonly perOrganization?: number | undefined
  /** Informs another queue of it, in the same transaction, if it may begin. */
  readonly dispatch?: Dispatch | undefined
}

/** `lost`: its owner ended in the middle of it, or could not finish it; `left`: nothing went wrong. */
export type HandBackReason = 'left' | 'lost'

/**
 * The waiting and running runs. They have rows of their own beside the runs, so that frequent queries do not grow with
 * the history. At most one run of a connection is `running`, which the database itself enforces.
 */
export interface RunQueue {
  /** A statement of another queue on the same database. */
  readonly sql: SqlExecutor
  /**
   * The run and its place in the queue, in one transaction.
   * @returns the job, begun or waiting
   * @throws StoreError `STORE_CONFLICT` when the id exists, `NOT_FOUND` when the organization has no such connection
   */
  insert(entry: NewRun): Promise<QueuedRun>
  /**
   * Begins the runs that may begin, in turn by organization: the first of each connection that is free, reserved for
   * nobody or for `owner`. If several callers try, in any process, each run goes to one.
   */
  claim(by: {
    readonly owner: string
    /** Only those that are reserved for `owner`, and those before them. */
    readonly ownOnly: boolean
    readonly connectorIds: readonly string[]
    readonly limit: number
    readonly nowMs: number
    /** Simultaneous runs of one organization for `owner`, while the store has others. @default no limit */
    readonly perOrganization?: number | undefined
  }): Promise<readonly QueuedRun[]>
  /** Begins this one. @returns undefined if it is too early, belongs to another process, or has ended */
  claimOne(runId: string, owner: string, nowMs: number): Promise<QueuedRun | undefined>
  /**
   * Removes a waiting run from the queue, to end it, because its connection may be busy. @returns undefined as
   * `claimOne`
   */
  withdraw(runId: string, owner: string): Promise<QueuedRun | undefined>
  /** What a run needs that was withdrawn, and did not begin. @returns undefined if its connection is gone */
  loadInputs(run: QueuedRun, nowMs: number): Promise<RunInputs | undefined>
  find(runId: string): Promise<(QueuedRun & { readonly progress: RunProgress }) | undefined>
  /** Those of a connection, oldest first. */
  listForConnection(connectionId: string): Promise<readonly QueuedRun[]>
  /** Marks a run as to be ended, for its process. @returns whether it is still waiting or running */
  requestCancel(runId: string): Promise<boolean>
  /** Runs of this owner that somebody wants to end. */
  listCancelled(owner: string): Promise<readonly string[]>
  /** Does nothing if the attempt is over. */
  saveProgress(runId: string, attempt: number, progress: RunProgress): Promise<void>
  /** Puts a started run back, for any free process; does nothing if the attempt is over. */
  handBack(runId: string, attempt: number, because: HandBackReason): Promise<void>
  /** Puts back all runs of an owner, started or not. @returns how many */
  release(owner: string, because: HandBackReason): Promise<number>
  /** Puts back runs that are reserved for unknown processes. */
  releaseOrphans(): Promise<number>
  /** How many runs wait or run. */
  count(): Promise<number>
  /** Whether a run waits, for any process. */
  hasWaiting(): Promise<boolean>
  /** How many runs wait or run, for each organization that has any. */
  countByOrganization(): Promise<ReadonlyMap<string, number>>
  /** Informs another queue of runs that may begin and that it does not know, at most `limit`. @returns how many */
  dispatch(limit: number, dispatch: Dispatch): Promise<number>
  /** The same for the run of this connection that may begin. */
  dispatchNext(connectionId: string, dispatch: Dispatch): Promise<number>
  /** Begins runs that another queue dispatches, in the same transaction. @returns those that began */
  claimFrom(by: {
    readonly owner: string
    readonly connectorIds: readonly string[]
    readonly nowMs: number
    /** As in `claim`. */
    readonly perOrganization?: number | undefined
    /** Ids of dispatched runs. */
    readonly next: (execute: SqlExecutor) => Promise<readonly string[]>
    /**
     * Called with those that did not begin. `over`: they need no further work; `unknown`: this process does not have
     * their connector.
     */
    readonly settle: (
      left: { readonly over: readonly string[]; readonly unknown: readonly string[] },
      execute: SqlExecutor,
    ) => Promise<unknown>
  }): Promise<readonly QueuedRun[]>
}
