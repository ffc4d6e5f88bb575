/** Response headers as Node delivers them: lower-case names. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** One header's value; of a repeated header the first. */
export function header(headers: ReplyHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** A header whose value is a list, from all its lines in order (RFC 9110 §5.3): `Link`, `Content-Encoding`. */
export function listHeader(headers: ReplyHeaders, name: string): string | undefined {
  const value = headers[name]
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}

/**
 * Wait that the vendor asks for, in ms from `nowMs`: delay-seconds or HTTP-date (RFC 9110 §10.2.3). A past date gives 0;
 * an absent or unreadable header gives undefined. Never throws, so a bad header cannot turn a retry into a crash.
 */
export function retryAfterMs(headers: ReplyHeaders, nowMs: number): number | undefined {
  const value = header(headers, 'retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  if (/^\d+(?:\.\d+)?$/.test(value)) {
    const ms = Number(value) * 1000
    return Number.isFinite(ms) ? ms : undefined
  }
  // Date.parse accepts nearly anything ("-5" is a year), so the shape of an HTTP-date is demanded first.
  if (!/^[A-Za-z]{3,9},? /.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
