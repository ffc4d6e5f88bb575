import type { NewRun } from './queue.ts'

/** The text of due schedules while the queue has no room for them. */
export const waitsForRoom = 'The queue is full. The run begins when there is room.'

/** The schedule of a connection; each has at most one. The cross-checks of an organization share one. */
export interface ScheduleRecord {
  /** For cross-checks: the id of the organization. */
  readonly connectionId: string
  readonly organizationId: string
  readonly connectorId: string
  /** Five fields, or six with seconds first. */
  readonly cron: string
  /** IANA name. */
  readonly timeZone: string
  /** null: all, and none where `inventories` are named. */
  readonly checks: readonly string[] | null
  /** Kinds or parts of lists. null: all, and those that they need where `checks` are named. */
  readonly inventories: readonly string[] | null
  /** Whether it starts some time after the one of `cron`, always the same for a connection. */
  readonly spread: 0 | 1
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** null: there is no next time. */
  readonly nextAtMs: number | null
  /** When `nextAtMs` was computed. A future time shows that the clock was set back since. */
  readonly computedAtMs: number
  readonly lastRunId: string | null
  /** Why there was no run at the last time, or why the due run has to wait. */
  readonly skippedBecause: string | null
}

export interface ScheduleStore {
  /** Creates or replaces. @throws StoreError `NOT_FOUND` when the organization has no such connection */
  put(schedule: ScheduleRecord): Promise<void>
  find(connectionId: string, organizationId?: string): Promise<ScheduleRecord | undefined>
  /** By connection id, without the one for cross-checks. */
  list(filter: {
    readonly organizationId: string
    /** @default 100 */
    readonly limit?: number | undefined
    /** Only connections after this one. */
    readonly after?: string | undefined
  }): Promise<readonly ScheduleRecord[]>
  /** Those of connections that are not disconnected, the next to run first; last those without a next time. */
  listNext(filter: {
    readonly organizationId: string
    readonly limit: number
    /** Only those after this one. */
    readonly after?: Pick<ScheduleRecord, 'nextAtMs' | 'connectionId'> | undefined
  }): Promise<readonly ScheduleRecord[]>
  delete(connectionId: string, organizationId?: string): Promise<boolean>
  /** The due ones, the longest overdue first. @param except organizations with schedules that have to wait */
  listDue(
    nowMs: number,
    connectorIds: readonly string[],
    limit: number,
    except?: readonly string[],
  ): Promise<readonly ScheduleRecord[]>
  /**
   * Records for all due schedules of an organization why they wait. @returns how many did not have that reason before
   */
  noteWaiting(organizationId: string, nowMs: number, because: string): Promise<number>
  /** Those whose next time was computed later than this. */
  listComputedAfter(ms: number, limit: number): Promise<readonly ScheduleRecord[]>
  /**
   * Moves a schedule on from `seen`, and puts its runs, if any, into the queue in the same transaction.
   * @returns false if another process was first; then nothing is written
   */
  advance(
    seen: ScheduleRecord,
    next: Pick<ScheduleRecord, 'nextAtMs' | 'computedAtMs' | 'skippedBecause'>,
    entries?: readonly NewRun[],
  ): Promise<boolean>
}
