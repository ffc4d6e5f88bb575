/** Whether a text is a day of the calendar, such as `2026-12-31`. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  // JavaScript takes 30 February for a day of March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}
