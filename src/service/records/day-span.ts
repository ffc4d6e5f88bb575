import { parseDay } from '../../text/calendar-day.ts'

const dayMs = 86_400_000

/** The time from the first moment of a day to the last of another, in UTC, as epoch ms. A day that is none counts as left out. */
export function toDaySpan(from: string | undefined, to: string | undefined) {
  const [fromMs, toMs] = [from, to].map((day) => (day === undefined ? undefined : parseDay(day)))
  return { fromMs, toMs: toMs === undefined ? undefined : toMs + dayMs - 1 }
}
