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
