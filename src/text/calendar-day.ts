const dayMs = 86_400_000

/** The first moment of a day of the calendar in UTC, such as `2026-12-31`, epoch ms; undefined for a text that is none. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  // A date alone is one of UTC.
  const atMs = Date.parse(text)
  // JavaScript takes 30 February for a day of March.
  return new Date(atMs).getUTCDate() === Number(text.slice(8)) ? atMs : undefined
}

export function isCalendarDay(text: string): boolean {
  return parseDay(text) !== undefined
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

/** The day after so many others. @param day such as `2026-12-31` */
export function addDays(day: string, days: number): string {
  return formatDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs)
}
