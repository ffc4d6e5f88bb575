import { parseWaitAskedFor } from '../../auth/wait-asked-for.ts'

/** Response headers as Node delivers them: lower-case names. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** One header's value; of a repeated header the first. */
export function readHeader(headers: ReplyHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** A header whose value is a list, from all its lines in order (RFC 9110 §5.3): `Link`, `Content-Encoding`. */
export function listHeader(headers: ReplyHeaders, name: string): string | undefined {
  const value = headers[name]
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}

/** Wait that the vendor requires, in ms from `nowMs`; undefined if there is none. */
export function retryAfterMs(headers: ReplyHeaders, nowMs: number): number | undefined {
  const standard = readHeader(headers, 'retry-after')
  if (standard !== undefined) return parseWaitAskedFor(standard, tellTime(headers, nowMs))
  for (const name in headers) {
    const unitMs = otherWaits[name]
    const value = unitMs === undefined ? undefined : readHeader(headers, name)
    if (unitMs !== undefined && value !== undefined && /^\d{1,9}(?:\.\d{1,9})?$/.test(value))
      return Number(value) * unitMs
  }
  return undefined
}

/** Vendors' own names for it, with the length of their unit in ms. */
const otherWaits: Readonly<Record<string, number>> = {
  __proto__: null as never,
  'retry-after-ms': 1,
  'x-ms-retry-after-ms': 1,
  'x-retry-after': 1000,
  'x-ratelimit-retry-after': 1000,
  'x-rate-limit-retry-after': 1000,
  'x-rate-limit-retry-after-seconds': 1000,
  'ratelimit-retry-after': 1000,
}

const dayMs = 86_400_000

/**
 * The time by which the vendor wrote its dates: that of its `Date` (RFC 9110 §6.6.1), because two clocks differ by minutes, and a wait
 * would be too short by as much. A date of another day is that of a cache or of a mistake.
 */
export function tellTime(headers: ReplyHeaders, nowMs: number): number {
  const value = headers.age === undefined ? readHeader(headers, 'date') : undefined
  const atMs = value === undefined ? Number.NaN : Date.parse(value)
  return Math.abs(atMs - nowMs) < dayMs ? atMs : nowMs
}
