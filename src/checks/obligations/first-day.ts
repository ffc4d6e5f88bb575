import { addDays, formatDay } from '../../text/calendar-day.ts'

/** Days after which the first of several obligations is due. */
const earliestDays = 14

/**
 * The first due days of several obligations that are added at once, one after the other instead of all on one day, and none at a weekend.
 * @param withinDays the last one is due after so many days
 */
export function spreadFirstDay(index: number, count: number, withinDays: number, nowMs: number): string {
  const from = Math.min(earliestDays, withinDays)
  const day = addDays(formatDay(nowMs), from + Math.round(((withinDays - from) * (index + 1)) / count))
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 ? addDays(day, weekday === 6 ? -1 : -2) : day
}

/** Time to do it for the first time, if nobody says otherwise. */
const firstDaysMax = 90

export function proposeFirstDay(everyDays: number, nowMs: number): string {
  return addDays(formatDay(nowMs), Math.min(everyDays, firstDaysMax))
}
