/** A time to the minute, in UTC, for tables: `2026-11-29 23:40`. @param atMs epoch ms */
export function formatMinute(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')
}
