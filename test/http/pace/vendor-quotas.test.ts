import { describe, expect, test } from 'vitest'
import { Quota, VendorQuotas } from '../../../src/http/pace/vendor-quotas.ts'

const heard = (nowMs: number, turn: number, lastTurn = turn) => ({ nowMs, turn, lastTurn })

describe('Quota', () => {
  test('lets requests through as long as it has room for those in flight too, and then waits for the reset', () => {
    const quota = new Quota()
    quota.learn({ name: 'q', limit: 100, remaining: 2, resetMs: 60_000 }, heard(0, 1))

    expect([0, 1, 2].map((inFlight) => quota.delayMs(1_000, inFlight))).toEqual([0, 0, 59_000])
  })

  test('believes the lowest count of answers that overtake each other', () => {
    const quota = new Quota()
    quota.learn({ name: 'q', limit: 100, remaining: 0, resetMs: 60_000 }, heard(0, 5, 6))
    quota.learn({ name: 'q', limit: 100, remaining: 9, resetMs: 60_000 }, heard(0, 4, 6))

    expect(quota.delayMs(0, 0)).toBe(60_000)
  })

  test("holds a connection for no longer than an hour, whatever a vendor's header says", () => {
    const quota = new Quota()
    quota.learn({ name: 'q', limit: 1, remaining: 0, resetMs: 1e15 }, heard(0, 1))

    expect(quota.delayMs(0, 0)).toBe(3_600_000)
  })

  test('lets one request out after the reset, to hear of the next one', () => {
    const quota = new Quota()
    quota.learn({ name: 'q', limit: 0, remaining: 0, resetMs: 10 }, heard(0, 1))

    expect(quota.delayMs(11, 0)).toBe(0)
  })

  test('waits for what a query costs, where the quota fills steadily', () => {
    const quota = new Quota()
    quota.learn({ name: 'q', limit: 1_000, remaining: 100, resetMs: 9_000, cost: 300, restorePerMs: 0.1 }, heard(0, 1))

    expect(quota.delayMs(0, 0)).toBe(2_000)
    expect(quota.delayMs(2_000, 0)).toBe(0)
  })
})

describe('VendorQuotas', () => {
  test('holds up what is counted by a quota that is used up, and nothing else', () => {
    const quotas = new VendorQuotas()
    quotas.learn('/api/v1/users/17', [{ name: 'core', limit: 9, remaining: 9, resetMs: 1_000 }], heard(0, 1))
    quotas.learn('/api/v1/search', [{ name: 'search', limit: 9, remaining: 0, resetMs: 1_000 }], heard(0, 2))
    const delayOf = (path: string) => Math.max(...quotas.listForPath(path).map((quota) => quota.delayMs(0, 0)))

    expect([delayOf('/api/v1/search'), delayOf('/api/v1/users/18')]).toEqual([1_000, 0])
  })

  test('remembers few quotas of a vendor that names a new one each time', () => {
    const quotas = new VendorQuotas()
    for (let nth = 0; nth < 1_000; nth++)
      quotas.learn(`/a${nth}`, [{ name: `q${nth}`, limit: 1, remaining: 1, resetMs: 1 }], heard(0, nth))

    expect(quotas.size).toBeLessThanOrEqual(16)
  })
})
