import type { SettleRun } from '../../checks/runs/run-store.ts'
import type { Clock } from '../../define/index.ts'
import type { Dispatch, NewRun, QueuedRun, RunQueue } from './queue.ts'
import type { ScheduleStore } from './schedule-store.ts'
import type { WorkerStore } from './worker-store.ts'

/** Tells the executor of a run that it has to end. */
export interface RunControl {
  /** Aborted with the reason when it has to end. */
  readonly signal: AbortSignal
  /** Whether another process has taken the run over. Then nothing of it may be stored. */
  readonly isLost: () => boolean
  /** What belongs to the transaction that stores its end. @default nothing */
  readonly settle?: SettleRun | undefined
}

/** Executes a run to its end and stores the result. If it rejects, the error is logged and the run counts as lost. */
export type Execute = (run: QueuedRun, control: RunControl) => Promise<void>

export interface EngineLogger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface EngineOptions {
  readonly store: {
    readonly queue: RunQueue
    readonly workers: WorkerStore
    readonly schedules: ScheduleStore
    /** Calls back when a run may wait. @returns stops it */
    watchQueue(onWaiting: () => void): () => void
  }
  readonly clock: Pick<Clock, 'nowMs'>
  readonly logger: EngineLogger
  readonly execute: Execute
  /** Connectors that this process has. Runs of other connectors stay for other processes. */
  readonly listConnectorIds: () => readonly string[]
  /** Whether it takes runs that others requested, not only those that have to be executed here. */
  readonly takes: boolean
  /** Simultaneous runs. */
  readonly concurrency: number
  /** Simultaneous runs of one organization, while the store has others: its slow runs must not take every place. */
  readonly perOrganization: number
  /** Waiting and running runs; more are refused, except for an organization with less than its share of them. */
  readonly queueMax: number
  /** Waiting and running runs of one organization. @default no limit but `queueMax` */
  readonly queueMaxPerOrganization?: number | undefined
  /** How long a process may be silent before others take over its runs. */
  readonly leaseMs: number
  /** How often it looks for runs that other processes queued and that it was not told of. */
  readonly pollMs: number
}

export interface StopOptions {
  /** How long running runs may continue. */
  readonly graceMs: number
  /** What happens to unfinished ones: they end with their results so far, or go back into the queue. */
  readonly unfinished: 'cancel' | 'hand back'
}

/** Decides when and where runs happen. */
export interface Engine {
  /**
   * Puts a run into the queue.
   * @param here this process has to execute it, because only it has the files, for example
   * @throws EngineError `QUEUE_FULL`, retryable; StoreError
   */
  enqueue(entry: Pick<NewRun, 'run' | 'request' | 'entry'>, here: boolean): Promise<QueuedRun>
  /** Whether there is room for another run of an organization. */
  hasRoom(organizationId: string): Promise<boolean>
  /** How other queues learn of a run that is stored together with other data. */
  readonly dispatch: Dispatch | undefined
  /** Looks for work now. */
  wake(): void
  /** Ends a run, in any process. @returns whether it was still waiting or running */
  cancel(runId: string): Promise<boolean>
  stop(options: StopOptions): Promise<void>
}
