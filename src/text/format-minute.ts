/** A time to the minute, in UTC, for tables: `2026-11-29 23:40`. @param at epoch ms, or ISO 8601 in UTC */
export function formatMinute(at: number | string): string {
  const time = typeof at === 'number' ? new Date(at).toISOString() : at
  return time.slice(0, 16).replace('T', ' ')
}
