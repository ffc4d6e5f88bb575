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

/** The day after so many others. @param day such as `2026-12-31` */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
