import { type Severity, severities } from '../../define/index.ts'
import { endOfDay } from '../../text/calendar-day.ts'

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

/** 0 for the most severe. */
export function rankSeverity(severity: Severity): number {
  return severities.indexOf(severity)
}
