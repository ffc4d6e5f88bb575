import type { Clock } from '../define/index.ts'
import type { Dispatch, NewRun, QueuedRun, RunQueue } from './queue.ts'
import type { ScheduleStore } from './schedule-store.ts'
import type { WorkerStore } from './worker-store.ts'

/** Says to who executes a run that it has to end. */
export interface RunControl {
  /** Aborted when it has to, with the reason. */
  readonly signal: AbortSignal
  /** Whether it is somebody else's meanwhile: nothing of it may be kept then. */
  readonly isLost: () => boolean
}

/** Executes a run to its end and keeps the result. What it rejects with is logged; the run then counts as lost. */
export type Execute = (run: QueuedRun, control: RunControl) => Promise<void>

export interface EngineLogger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface EngineOptions {
  readonly store: { readonly queue: RunQueue; readonly workers: WorkerStore; readonly schedules: ScheduleStore }
  readonly clock: Pick<Clock, 'nowMs'>
  readonly logger: EngineLogger
  readonly execute: Execute
  /** Connectors that this process has. Runs of others are left for other processes. */
  readonly connectorIds: readonly string[]
  /** Whether it takes runs that others asked for, not only those that have to be executed here. */
  readonly takes: boolean
  /** Runs at once. */
  readonly concurrency: number
  /** Runs of one organization at once, while the store has others: their slow ones must not take every place. */
  readonly perOrganization: number
  /** Runs that may wait or run; more are refused, except for an organization that has less than its share of them. */
  readonly queueMax: number
  /** Runs of one organization that may wait or run. @default no limit but `queueMax` */
  readonly queueMaxPerOrganization?: number | undefined
  /** How long a process may be silent before its runs are others' to take. */
  readonly leaseMs: number
  /** How often it looks for what other processes queued. */
  readonly pollMs: number
}

export interface StopOptions {
  /** How long runs that are under way may go on. */
  readonly graceMs: number
  /** What becomes of those that have not ended by then: ended with what they have, or put back into the queue. */
  readonly unfinished: 'cancel' | 'hand back'
}

/** When runs happen, and where. */
export interface Engine {
  /**
   * Puts a run into the queue.
   * @param here this process has to execute it, because of what it alone has, such as files
   * @throws EngineError `QUEUE_FULL`, retryable; StoreError
   */
  enqueue(entry: Pick<NewRun, 'run' | 'request'>, here: boolean): Promise<QueuedRun>
  /** Whether there is room for another run of an organization. */
  hasRoom(organizationId: string): Promise<boolean>
  /** How other queues hear of a run that is written to the store with something else. */
  readonly dispatch: Dispatch | undefined
  /** Looks for work now. */
  wake(): void
  /** Ends a run, wherever it is. @returns whether it had not ended yet */
  cancel(runId: string): Promise<boolean>
  stop(options: StopOptions): Promise<void>
}
