import { listHeader, type ReplyHeaders, readHeader, retryAfterMs, tellTime } from './retry-after.ts'

/** The state of one quota, from the answer to a request that it counted. */
export interface QuotaReading {
  /** Name of the quota, if a vendor has several; otherwise ''. */
  readonly name: string
  /** Requests that the quota allows between two resets, if the answer has that. */
  readonly limit: number | undefined
  /** Requests that were left when this one was counted. */
  readonly remaining: number
  /** Time until the quota is full again; 0 if that was in the past. */
  readonly resetMs: number
  /** The cost of the request. The next one is expected to cost the same. @default 1 */
  readonly cost?: number | undefined
  /** Refill in each ms, if the quota fills steadily instead of at once. */
  readonly restorePerMs?: number | undefined
}

// More quotas than any vendor has: a header is input from outside.
const readingsMax = 8

const none: readonly QuotaReading[] = []

/**
 * The quotas in an answer: the IETF's `RateLimit` with `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), its
 * earlier form of one header each, and the `X-RateLimit-*` of most vendors. Leaves out unreadable quotas and those
 * without an end. Does not throw.
 */
export function parseQuotaReadings(headers: ReplyHeaders, nowMs: number): readonly QuotaReading[] {
  const field = listHeader(headers, 'ratelimit')
  if (field !== undefined) return parseRateLimitField(field, listHeader(headers, 'ratelimit-policy') ?? '')
  const prefix = prefixes.find((each) => headers[each.remaining] !== undefined)
  if (!prefix) return parseNamedQuotas(headers, nowMs)
  const remaining = parseAmount(readHeader(headers, prefix.remaining))
  const resetMs = resetIn(readHeader(headers, prefix.reset), tellTime(headers, nowMs))
  const limit = parseAmount(readHeader(headers, prefix.limit))
  // A quota of 0 would allow nothing, and there is an answer: some gateways write it where no quota is set.
  if (remaining === undefined || resetMs === undefined || limit === 0) return none
  // GitHub counts searches, GraphQL and the rest separately. This header names the quota.
  const name = readHeader(headers, 'x-ratelimit-resource') ?? ''
  return [{ name, limit, remaining, resetMs }]
}

const prefixes = ['ratelimit', 'x-ratelimit', 'x-rate-limit'].map((prefix) => ({
  limit: `${prefix}-limit`,
  remaining: `${prefix}-remaining`,
  reset: `${prefix}-reset`,
}))

/**
 * Several quotas with a header of each: `X-RateLimit-Requests-Remaining`, `X-RateLimit-Complexity-Remaining` (Linear,
 * which reports the cost of the query in `X-Complexity`).
 */
function parseNamedQuotas(headers: ReplyHeaders, nowMs: number): readonly QuotaReading[] {
  // Most answers have none, and every answer is looked at.
  let ours: string[] | undefined
  for (const header in headers) {
    if (!header.startsWith('x-ratelimit-')) continue
    ours ??= []
    ours.push(header)
  }
  if (!ours) return none
  const names = ours.flatMap((header) => /^x-ratelimit-([a-z-]{1,40})-remaining$/.exec(header)?.[1] ?? [])
  return names.slice(0, readingsMax).flatMap((name) => {
    const read = (part: string) => readHeader(headers, `x-ratelimit-${name}-${part}`)
    const remaining = parseAmount(read('remaining'))
    const resetMs = resetIn(read('reset'), tellTime(headers, nowMs))
    if (remaining === undefined || resetMs === undefined) return []
    const cost = parseAmount(readHeader(headers, `x-${name}`))
    return [{ name, limit: parseAmount(read('limit')), remaining, resetMs, cost }]
  })
}

/**
 * Wait until the vendor's quota is refilled, in ms, if its headers show that it is exhausted. Undefined if it is not
 * exhausted or there are no such headers.
 */
export function findQuotaResetMs(headers: ReplyHeaders, nowMs: number): number | undefined {
  const spent = parseQuotaReadings(headers, nowMs).filter(isSpent)
  return spent.length === 0 ? undefined : Math.max(...spent.map(({ resetMs }) => resetMs))
}

/** Whether the vendor would refuse a request like the last one. */
export function isSpent({ remaining, cost = 1 }: QuotaReading): boolean {
  return remaining < Math.max(1, cost)
}

/** Whether the vendor requires a slower pace. Some use 403 for this (GitHub's secondary limits). */
export function isRateLimited(status: number, headers: ReplyHeaders, nowMs: number): boolean {
  // 420 was Twitter's, before RFC 6585 had 429.
  if (status === 429 || status === 420) return true
  return (
    status === 403 && (retryAfterMs(headers, nowMs) !== undefined || findQuotaResetMs(headers, nowMs) !== undefined)
  )
}

/** `RateLimit: "default";r=50;t=30`, or as before draft 8 `limit=100, remaining=50, reset=30`. */
function parseRateLimitField(field: string, policyField: string): readonly QuotaReading[] {
  const items = listItems(field)
  const early = new Map(items.map(({ name }) => splitPair(name)))
  if (early.has('remaining')) {
    const remaining = parseAmount(early.get('remaining'))
    const resetMs = parseSeconds(early.get('reset'))
    if (remaining === undefined || resetMs === undefined) return none
    return [{ name: '', limit: parseAmount(early.get('limit')), remaining, resetMs }]
  }
  const policies = new Map(listItems(policyField).map(({ name, parameters }) => [name, parameters]))
  return items.slice(0, readingsMax).flatMap(({ name, parameters }) => {
    const policy = policies.get(name)
    // Other units are bytes, or simultaneous requests.
    if ((policy?.get('qu') ?? 'requests') !== 'requests') return []
    const remaining = parseAmount(parameters.get('r'))
    const resetMs = parseSeconds(parameters.get('t')) ?? parseSeconds(policy?.get('w'))
    return remaining === undefined || resetMs === undefined
      ? []
      : [{ name, limit: parseAmount(policy?.get('q')), remaining, resetMs }]
  })
}

/**
 * Items of a structured list (RFC 9651 §3.1) with their parameters, quotes removed. A string without an end goes to the end
 * of the field: to look for its quote again from each place after it would take time that grows with the square.
 */
function listItems(field: string): { readonly name: string; readonly parameters: ReadonlyMap<string, string> }[] {
  const items = field.match(/(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^",])+/gs) ?? []
  return items.map((item) => {
    const [name = '', ...rest] = item.match(/(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^";])+/gs) ?? []
    return { name: stripQuotes(name), parameters: new Map(rest.map(splitPair)) }
  })
}

function splitPair(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), stripQuotes(text.slice(at + 1))]
}

function stripQuotes(text: string): string {
  return text.trim().replace(/^"(.*)"$/, '$1')
}

/** A number of requests. If there are several ("100, 100;w=60"), the first. */
function parseAmount(value: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,15})(?:\.\d*)?\s*(?:[,;]|$)/.exec(value ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function parseSeconds(value: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,15}(?:\.\d{1,9})?)\s*$/.exec(value ?? '')?.[1]
  if (digits === undefined) return undefined
  // Whole seconds are rounded, so that "0" may mean nearly one.
  return digits.includes('.') ? Number(digits) * 1000 : Math.max(1, Number(digits)) * 1000
}

/** `X-RateLimit-Reset`: vendors give seconds from now, epoch seconds (GitHub, Okta), epoch ms, or a date. */
function resetIn(value: string | undefined, nowMs: number): number | undefined {
  const seconds = parseSeconds(value)
  if (seconds === undefined) {
    const at = /^\s*\d{4}-\d\d-\d\dT/.test(value ?? '') ? Date.parse(value ?? '') : Number.NaN
    return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
  }
  // Below ten years of seconds it cannot be an epoch time of this century, and above a few thousand it is in ms.
  const number = seconds / 1000
  if (number < 315_360_000) return seconds
  return Math.max(0, (number < 100_000_000_000 ? seconds : number) - nowMs)
}
