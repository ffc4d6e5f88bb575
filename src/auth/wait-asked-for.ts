// From here on, a number of seconds is longer than any vendor asks to wait, and is a time: 2001 as epoch seconds.
const epochSecondsMin = 1_000_000_000

/**
 * Wait from a `Retry-After`, in ms from `nowMs`: delay-seconds or HTTP-date (RFC 9110 §10.2.3), and what servers send in their place: a
 * list, quotes, the unit `s`, epoch seconds or ms, an ISO time. A past time gives 0; an absent or unreadable value gives undefined. Does
 * not throw, so a bad header cannot turn a retry into a crash.
 */
export function parseWaitAskedFor(retryAfter: string | null | undefined, nowMs: number): number | undefined {
  const value = retryAfter?.trim().replace(/^"(.*)"$/, '$1')
  if (value === undefined || value === '') return undefined
  const [, digits] = /^(\d{1,17}(?:\.\d{1,9})?)s?(?:\s*,\s*\d.*)?$/.exec(value) ?? []
  if (digits !== undefined) return measureWaitMs(Number(digits), nowMs)
  const at = parseTime(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

function measureWaitMs(seconds: number, nowMs: number): number {
  if (seconds < epochSecondsMin) return seconds * 1000
  return Math.max(0, (seconds < epochSecondsMin * 1000 ? seconds * 1000 : seconds) - nowMs)
}

/** `Date.parse` accepts nearly anything ("-5" is a year), so the text must first have the form of an HTTP-date or of an ISO time. */
function parseTime(text: string): number {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return Date.parse(text)
  if (!/^[A-Za-z]{3,9},? /.test(text)) return Number.NaN
  // RFC 9110 §5.6.7: asctime has no zone, and is UTC.
  return Date.parse(/\d{4}$/.test(text) ? `${text} GMT` : text)
}
