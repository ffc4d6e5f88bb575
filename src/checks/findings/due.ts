import type { Severity } from '../../define/index.ts'
import { parseDay } from '../../text/calendar-day.ts'

/** Days to resolve a finding, by its severity, from the day on which it opened or regressed. */
export type DueDays = Readonly<Record<Severity, number>>

/** Until an organization chooses its own. */
export const defaultDueDays: DueDays = { critical: 7, high: 30, medium: 90, low: 180, info: 365 }

/** Ten years: later is never. */
export const dueDaysMax = 3_650

const dayMs = 86_400_000

/** The end of the last day in UTC, epoch ms. @param fromMs when the finding opened or regressed */
export function computeDueMs(fromMs: number, severity: Severity, days: DueDays): number {
  return endOfDay(fromMs + days[severity] * dayMs)
}

/** The last millisecond of the day in UTC. */
export function endOfDay(atMs: number): number {
  return atMs - (atMs % dayMs) + dayMs - 1
}

/** In UTC: `2026-12-31`. */
export function formatDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

/** The end of a day such as `2026-12-31`; undefined for a day that does not exist. */
export function parseDayEnd(day: string): number | undefined {
  const atMs = parseDay(day)
  return atMs === undefined ? undefined : endOfDay(atMs)
}

/** The most severe first. */
const urgencies: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

/** 0 for the most severe. */
export function rankSeverity(severity: Severity): number {
  return urgencies.indexOf(severity)
}
