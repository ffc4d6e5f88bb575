/** The first moment of a day of the calendar in UTC, such as `2026-12-31`, epoch ms; undefined for a text that is none. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const atMs = Date.parse(`${text}T00:00:00Z`)
  // JavaScript takes 30 February for a day of March.
  return Number.isNaN(atMs) || !new Date(atMs).toISOString().startsWith(text) ? undefined : atMs
}

export function isCalendarDay(text: string): boolean {
  return parseDay(text) !== undefined
}

/** The day after so many others. @param day such as `2026-12-31` */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
