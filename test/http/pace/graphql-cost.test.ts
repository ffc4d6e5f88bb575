import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCostQuotas } from '../../../src/http/pace/graphql-cost.ts'

const nowMs = Date.parse('2026-05-01T12:00:00Z')

test('readCostQuotas() reads what Shopify, GitHub and monday.com say', () => {
  const shopify = {
    extensions: {
      cost: {
        requestedQueryCost: 101,
        throttleStatus: { maximumAvailable: 1_000, currentlyAvailable: 900, restoreRate: 50 },
      },
    },
  }
  const github = { data: { rateLimit: { limit: 5_000, cost: 1, remaining: 4_999, resetAt: '2026-05-01T12:30:00Z' } } }
  const monday = { data: { complexity: { query: 20, after: 980, reset_in_x_seconds: 12 } } }

  expect([shopify, github, monday].flatMap((body) => readCostQuotas(body, nowMs))).toEqual([
    { name: 'extensions.cost', limit: 1_000, remaining: 900, resetMs: 2_000, cost: 101, restorePerMs: 0.05 },
    { name: 'data.rateLimit', limit: 5_000, remaining: 4_999, resetMs: 1_800_000, cost: 1 },
    { name: 'data.complexity', limit: undefined, remaining: 980, resetMs: 12_000, cost: 20 },
  ])
})

test('readCostQuotas() never throws, and believes no number that is none (property)', () => {
  const odd = fc.oneof(
    fc.constantFrom(null, '7', -1, Number.NaN, Number.POSITIVE_INFINITY, {}, []),
    fc.integer({ min: -5, max: 5 }),
  )
  const body = fc.record({
    extensions: fc.record({
      cost: fc.record({
        throttleStatus: fc.record({ maximumAvailable: odd, currentlyAvailable: odd, restoreRate: odd }),
        requestedQueryCost: odd,
      }),
    }),
    data: fc.record({
      rateLimit: fc.record({ remaining: odd, resetAt: odd, limit: odd, cost: odd }),
      complexity: fc.record({ after: odd, reset_in_x_seconds: odd, query: odd }),
    }),
  })

  fc.assert(
    fc.property(fc.oneof(body, fc.anything()), (given) => {
      for (const { remaining, resetMs, cost = 1 } of readCostQuotas(given, nowMs))
        expect([remaining, resetMs, cost].every((each) => Number.isFinite(each) && each >= 0)).toBe(true)
    }),
  )
})
