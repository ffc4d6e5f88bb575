import type { RunRecord } from '../checks/run-store.ts'
import type { RunEvent, Waiver } from '../define/index.ts'

/** What somebody asks of a run; kept until a process executes it. */
export interface RunRequest {
  /** Ids of checks. @default all, and none where `inventories` are named */
  readonly checks?: readonly string[] | undefined
  /** Inventories to read, by kind or part: `account`, `account.iam`. @default all, and those that they need where `checks` are named */
  readonly inventories?: readonly string[] | undefined
  /** Values for this run alone. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  /** Accepted exceptions, in order. @default none */
  readonly waivers?: readonly Waiver[] | undefined
  /** Time for the whole run from when its turn comes. Checks that have not ended by then are `error` kind `timeout`. @default each check's own */
  readonly timeoutMs?: number | undefined
  /** Keeps the exchanges as a signed bundle among the files, under the id of the run. @default the runtime's `evidence` */
  readonly evidence?: boolean | undefined
}

/** Whether a request brings waivers or variables of its own: what such a run comes to speaks for nothing but itself. */
export function isScopedRequest({ waivers = [], variables = {} }: Pick<RunRequest, 'waivers' | 'variables'>): boolean {
  return waivers.length > 0 || Object.keys(variables).length > 0
}

/** What has happened in a run so far, for who follows it from another process: begun and ended checks, in order. */
export type RunProgress = readonly Extract<
  RunEvent,
  { readonly type: 'run.started' | 'check.started' | 'check.finished' }
>[]

/** A run that has not ended. */
export interface QueuedRun {
  readonly runId: string
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  readonly queuedAtMs: number
  /** Its turn in the round of organizations: lower ones go first. */
  readonly turn: number
  readonly request: RunRequest
  /** `ending`: taken out of the queue to be ended, while its connection may be busy. */
  readonly state: 'queued' | 'running' | 'ending'
  /** How often it was begun; who holds an earlier attempt may no longer end it. */
  readonly attempt: number
  /** How many processes ended in the middle of it. */
  readonly losses: number
  /** The process that runs it, or alone may run it; null: whoever is free. */
  readonly owner: string | null
  /** Somebody wants it ended. */
  readonly isCancelled: boolean
}

/** Runs a statement within a transaction: `pg-boss` keeps its jobs in one with ours by it. */
export type SqlExecutor = (
  sql: string,
  parameters: readonly unknown[],
) => Promise<{ readonly rows: readonly unknown[] }>

/** Lets another queue know of a run whose turn has come, within the transaction that marks it so. */
export type Dispatch = (run: QueuedRun, execute: SqlExecutor) => Promise<unknown>

export interface NewRun {
  readonly run: Pick<RunRecord, 'id' | 'organizationId' | 'connectionId' | 'connectorId' | 'startedAtMs' | 'trigger'>
  readonly request: RunRequest
  /** Kept for this process. @default whoever is free */
  readonly owner?: string | undefined
  /** Begins it at once, for the owner, when its connection is free. */
  readonly begin?: boolean | undefined
  /** As in `RunQueue.claim`: with so many of its organization already, the owner does not begin it. */
  readonly perOrganization?: number | undefined
  /** Lets another queue know of it, in the same transaction, if its turn has come. */
  readonly dispatch?: Dispatch | undefined
}

/** `lost`: who had it ended in the middle of it, or could not bring it to its end; `left`: nothing went wrong. */
export type HandBackReason = 'left' | 'lost'

/**
 * The runs that have not ended. A row of its own beside each run's, so that what is asked many times a second does not grow
 * with the history. At most one run of a connection is `running`, which the database itself sees to.
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
   * Begins the runs whose turn it is, in turn by organization: the first of each connection that is free, kept for nobody or
   * for `owner`. Of any number of callers, in any process, one gets each.
   */
  claim(by: {
    readonly owner: string
    /** Only those that are kept for `owner`, and what stands in their way. */
    readonly ownOnly: boolean
    readonly connectorIds: readonly string[]
    readonly limit: number
    readonly nowMs: number
    /** Runs of one organization that `owner` may have at once, while the store has others. @default no limit */
    readonly perOrganization?: number | undefined
  }): Promise<readonly QueuedRun[]>
  /** Begins this one. @returns undefined when it is not its turn, is another's, or has ended */
  claimOne(runId: string, owner: string, nowMs: number): Promise<QueuedRun | undefined>
  /** Takes a run that waits out of the queue, to end it: its connection may be busy. @returns undefined as `claimOne` */
  withdraw(runId: string, owner: string): Promise<QueuedRun | undefined>
  find(runId: string): Promise<(QueuedRun & { readonly progress: RunProgress }) | undefined>
  /** Those of a connection, oldest first. */
  ofConnection(connectionId: string): Promise<readonly QueuedRun[]>
  /** Marks a run as to be ended, for the process that has it. @returns whether it has not ended yet */
  requestCancel(runId: string): Promise<boolean>
  /** Runs of this owner that somebody wants ended. */
  cancelledOf(owner: string): Promise<readonly string[]>
  /** Does nothing when the attempt is over. */
  saveProgress(runId: string, attempt: number, progress: RunProgress): Promise<void>
  /** Puts a run back that was begun, for whoever is free; does nothing when the attempt is over. */
  handBack(runId: string, attempt: number, because: HandBackReason): Promise<void>
  /** Puts everything back that an owner has, begun or not. @returns how many */
  release(owner: string, because: HandBackReason): Promise<number>
  /** Puts back what is kept for processes that nobody knows. */
  releaseOrphans(): Promise<number>
  /** How many runs wait or run. */
  count(): Promise<number>
  /** How many runs wait or run, for each organization that has any. */
  countByOrganization(): Promise<ReadonlyMap<string, number>>
  /** Lets another queue know of runs whose turn has come and that it does not know, at most `limit`. @returns how many */
  dispatch(limit: number, dispatch: Dispatch): Promise<number>
  /** The same for the run of this connection whose turn has come. */
  dispatchNext(connectionId: string, dispatch: Dispatch): Promise<number>
  /** Begins runs that another queue hands out, in one transaction with the handing out. @returns those that were begun */
  claimFrom(by: {
    readonly owner: string
    readonly connectorIds: readonly string[]
    readonly nowMs: number
    /** As in `claim`. */
    readonly perOrganization?: number | undefined
    /** Ids of runs that are handed out. */
    readonly next: (execute: SqlExecutor) => Promise<readonly string[]>
    /** Told of those that were not begun. `over`: nothing is to be done for them; `unknown`: their connector is not ours. */
    readonly settle: (
      left: { readonly over: readonly string[]; readonly unknown: readonly string[] },
      execute: SqlExecutor,
    ) => Promise<unknown>
  }): Promise<readonly QueuedRun[]>
}
