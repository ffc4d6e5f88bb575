/** The hour of the day, in the organization's time zone, from which the digest is sent. */
const digestHour = 8

/**
 * The last day for which a digest is due: today from eight o'clock on, else yesterday.
 * @returns such as `2026-05-01`, in the time zone
 */
export function findDigestDay(nowMs: number, timeZone: string): string {
  // An hour that the clock skips or repeats changes nothing: the day goes on from a point of time, not from an hour.
  return formatZonedDay(nowMs - digestHour * 3_600_000, timeZone)
}

function formatZonedDay(atMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(atMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}
