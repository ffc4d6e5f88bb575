/**
 * Wait from a `Retry-After`, in ms from `nowMs`: delay-seconds or HTTP-date (RFC 9110 §10.2.3). A past date gives 0; an
 * absent or unreadable value gives undefined. Does not throw, so a bad header cannot turn a retry into a crash.
 */
export function parseWaitAskedFor(retryAfter: string | null | undefined, nowMs: number): number | undefined {
  const value = retryAfter?.trim()
  if (value === undefined || value === '') return undefined
  if (/^\d+(?:\.\d+)?$/.test(value)) {
    const ms = Number(value) * 1000
    return Number.isFinite(ms) ? ms : undefined
  }
  // Date.parse accepts nearly anything ("-5" is a year), so the text must first have the form of an HTTP-date.
  if (!/^[A-Za-z]{3,9},? /.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
