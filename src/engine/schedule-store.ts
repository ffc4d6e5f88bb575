import type { NewRun } from './queue.ts'

/** What schedules say that are due while the queue has no room for them. */
export const waitsForRoom = 'The queue is full. The run begins when there is room.'

/** When a connection is run again and again; one schedule a connection. */
export interface ScheduleRecord {
  readonly connectionId: string
  readonly organizationId: string
  readonly connectorId: string
  /** Five fields, or six with seconds first. */
  readonly cron: string
  /** IANA name. */
  readonly timeZone: string
  /** null: all. */
  readonly checks: readonly string[] | null
  /** Whether it begins a while after the time that `cron` names, always the same for a connection. */
  readonly spread: 0 | 1
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** null: never again. */
  readonly nextAtMs: number | null
  /** When `nextAtMs` was worked out. A time to come means that the clock has been set back since. */
  readonly computedAtMs: number
  readonly lastRunId: string | null
  /** Why the last time passed without a run, or why the run that is due has to wait. */
  readonly skippedBecause: string | null
}

export interface ScheduleStore {
  /** Creates or replaces. @throws StoreError `NOT_FOUND` when the organization has no such connection */
  put(schedule: ScheduleRecord): Promise<void>
  find(connectionId: string, organizationId?: string): Promise<ScheduleRecord | undefined>
  /** By connection id. */
  list(filter: {
    readonly organizationId: string
    /** @default 100 */
    readonly limit?: number | undefined
    /** Only connections after this one. */
    readonly after?: string | undefined
  }): Promise<readonly ScheduleRecord[]>
  delete(connectionId: string, organizationId?: string): Promise<boolean>
  /** Those whose time has come, the longest overdue first. @param except organizations whose schedules have to wait */
  listDue(
    nowMs: number,
    connectorIds: readonly string[],
    limit: number,
    except?: readonly string[],
  ): Promise<readonly ScheduleRecord[]>
  /** Says of all due schedules of an organization why they wait. @returns how many did not say so before */
  noteWaiting(organizationId: string, nowMs: number, because: string): Promise<number>
  /** Those whose next time was worked out later than this. */
  listComputedAfter(ms: number, limit: number): Promise<readonly ScheduleRecord[]>
  /** When the next one is due. */
  findNextDueMs(): Promise<number | undefined>
  /**
   * Moves a schedule on from `seen`, and puts its run into the queue in the same transaction, where there is one.
   * @returns false when another process was first; nothing is written then
   */
  advance(
    seen: ScheduleRecord,
    next: Pick<ScheduleRecord, 'nextAtMs' | 'computedAtMs' | 'skippedBecause'>,
    entry?: NewRun,
  ): Promise<boolean>
}
