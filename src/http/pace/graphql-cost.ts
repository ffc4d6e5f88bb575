import { readMember } from '../../text/read-member.ts'
import type { QuotaReading } from './rate-limit-headers.ts'

/**
 * Reads the quota that a GraphQL query was counted against from the body of the answer: Shopify (`extensions.cost`),
 * GitHub (`rateLimit`, if the query asks for it) and monday.com (`complexity`). Does not throw.
 */
export function readCostQuotas(body: unknown, nowMs: number): readonly QuotaReading[] {
  const readings = [
    readThrottleStatus(readMember(body, 'extensions.cost')),
    readRateLimit(readMember(body, 'data.rateLimit'), nowMs),
    readComplexity(readMember(body, 'data.complexity')),
  ]
  return readings.filter((reading) => reading !== undefined)
}

/** https://shopify.dev/docs/api/usage/limits: a bucket that fills again by `restoreRate` points a second. */
function readThrottleStatus(cost: unknown): QuotaReading | undefined {
  const remaining = readAmount(cost, 'throttleStatus.currentlyAvailable')
  const limit = readAmount(cost, 'throttleStatus.maximumAvailable')
  const perSecond = readAmount(cost, 'throttleStatus.restoreRate')
  if (remaining === undefined || limit === undefined || !perSecond) return undefined
  // The requested cost decides whether a query is accepted. The vendor then gives back what it did not use.
  const asked = readAmount(cost, 'requestedQueryCost') ?? 1
  const resetMs = Math.max(1, ((limit - remaining) / perSecond) * 1000)
  return { name: 'extensions.cost', limit, remaining, resetMs, cost: asked, restorePerMs: perSecond / 1000 }
}

/** https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api */
function readRateLimit(rateLimit: unknown, nowMs: number): QuotaReading | undefined {
  const remaining = readAmount(rateLimit, 'remaining')
  const resetAt = readMember(rateLimit, 'resetAt')
  const resetAtMs = typeof resetAt === 'string' ? Date.parse(resetAt) : Number.NaN
  if (remaining === undefined || Number.isNaN(resetAtMs)) return undefined
  const limit = readAmount(rateLimit, 'limit')
  const resetMs = Math.max(0, resetAtMs - nowMs)
  return { name: 'data.rateLimit', limit, remaining, resetMs, cost: readAmount(rateLimit, 'cost') ?? 1 }
}

/** https://developer.monday.com/api-reference/docs/rate-limits */
function readComplexity(complexity: unknown): QuotaReading | undefined {
  const remaining = readAmount(complexity, 'after')
  const seconds = readAmount(complexity, 'reset_in_x_seconds')
  if (remaining === undefined || seconds === undefined) return undefined
  const cost = readAmount(complexity, 'query') ?? 1
  return { name: 'data.complexity', limit: undefined, remaining, resetMs: Math.max(1, seconds * 1000), cost }
}

function readAmount(value: unknown, path: string): number | undefined {
  const amount = readMember(value, path)
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : undefined
}
