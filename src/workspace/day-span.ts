const dayMs = 86_400_000

/** The time from the first moment of a day to the last of another, in UTC, as epoch ms. A day that is none counts as left out. */
export function toDaySpan(from: string | undefined, to: string | undefined) {
  const [fromMs, toMs] = [parseDay(from), parseDay(to)]
  return { fromMs, toMs: toMs === undefined ? undefined : toMs + dayMs - 1 }
}

function parseDay(day: string | undefined): number | undefined {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isFinite(time) ? time : undefined
}
