import type { RunRecord, TimeSpan } from '../../checks/runs/run-store.ts'
import { formatDay } from '../../text/calendar-day.ts'
import { mayDo, type Role } from './permissions.ts'

/** Who may see only the runs of a period. */
export interface PeriodLimit {
  readonly organizationId: string
  /** First and last day, in UTC. */
  readonly periodFrom?: string | null | undefined
  readonly periodTo?: string | null | undefined
}

const dayMs = 86_400_000

/** Whether a run was asked for within the days that somebody is limited to. */
export function isInPeriod({ startedAtMs }: Pick<RunRecord, 'startedAtMs'>, limit: PeriodLimit): boolean {
  const day = formatDay(startedAtMs)
  return (limit.periodFrom ?? day) <= day && day <= (limit.periodTo ?? day)
}

/** Whether somebody is limited to some days. */
export function isLimited({ periodFrom, periodTo }: PeriodLimit): boolean {
  return Boolean(periodFrom || periodTo)
}

/** Whether somebody may read what connections are called: the names are those of today, which a period does not have. */
export function mayNameConnections(reader: PeriodLimit & { readonly role?: Role | undefined }): boolean {
  return (reader.role === undefined || mayDo(reader.role, 'connections:read')) && !isLimited(reader)
}

/** The time that somebody may know of, so far; undefined: all of it. */
export function findKnownTime(limit: PeriodLimit, nowMs: number): TimeSpan | undefined {
  if (!isLimited(limit)) return undefined
  const { periodFrom, periodTo } = limit
  return {
    fromMs: periodFrom ? Date.parse(`${periodFrom}T00:00:00Z`) : 0,
    toMs: Math.min(nowMs, periodTo ? Date.parse(`${periodTo}T00:00:00Z`) + dayMs - 1 : nowMs),
  }
}
