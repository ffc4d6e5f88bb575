import { describe, expect, onTestFinished, test } from 'vitest'
import type { LeaseStore } from '../../src/auth/lease.ts'
import {
  computeNextRefreshAtMs,
  RefreshTurns,
  type StoredTokens,
  type TokenKeeper,
} from '../../src/auth/refresh-turns.ts'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import { AuthError } from '../../src/errors/index.ts'
import { openStore } from '../../src/things/all-stores/open-store.ts'

const first: StoredTokens = {
  accessToken: 'token-1',
  refreshToken: 'refresh-1',
  generation: 1,
  expiresAtMs: undefined,
  refreshAtMs: undefined,
  refreshFailures: 0,
  renewable: true,
}

/** Tokens that a store would keep, and how often the vendor was asked. */
function keeperOf(tokens: StoredTokens, refresh?: (keeper: { tokens: StoredTokens }) => Promise<void>) {
  const keeper = {
    tokens,
    refreshed: 0,
    load: async () => keeper.tokens,
    refresh: async () => {
      keeper.refreshed++
      if (refresh) return refresh(keeper)
      const generation = keeper.tokens.generation + 1
      keeper.tokens = { ...keeper.tokens, generation, accessToken: `token-${generation}` }
    },
  }
  return keeper satisfies TokenKeeper
}

async function turnsOn(leases?: (real: LeaseStore) => LeaseStore) {
  const store = await openStore('memory:')
  onTestFinished(() => store.close())
  const clock = fixedClock('2026-05-01T12:00:00Z')
  return { clock, turns: new RefreshTurns(leases?.(store.leases) ?? store.leases, clock), leases: store.leases }
}

describe('RefreshTurns.renew()', () => {
  test('gives 100 callers of one process the tokens of one refresh under one lease', async () => {
    let acquired = 0
    const { turns } = await turnsOn((real) => ({
      ...real,
      acquire: (...lease) => {
        acquired++
        return real.acquire(...lease)
      },
    }))
    const keeper = keeperOf(first)

    const all = await Promise.all(Array.from({ length: 100 }, () => turns.renew('c1', 1, keeper)))

    expect(new Set(all.map(({ accessToken }) => accessToken))).toEqual(new Set(['token-2']))
    expect(keeper.refreshed).toBe(1)
    expect(acquired).toBe(1)
  })

  test('lets two processes refresh once, by the lease', async () => {
    const { turns, leases, clock } = await turnsOn()
    const keeper = keeperOf(first)

    const all = await Promise.all([
      turns.renew('c1', 1, keeper),
      new RefreshTurns(leases, clock).renew('c1', 1, keeper),
    ])

    expect(all.map(({ generation }) => generation)).toEqual([2, 2])
    expect(keeper.refreshed).toBe(1)
  })

  test('does not let one connection wait for another', async () => {
    const { turns } = await turnsOn()
    const never = keeperOf(first, () => new Promise(() => undefined))
    const stuck = turns.renew('c1', 1, never)

    const { generation } = await turns.renew('c2', 1, keeperOf(first))

    expect(generation).toBe(2)
    stuck.catch(() => undefined)
  })

  test('asks nobody when newer tokens are stored already, or there is nothing to ask with', async () => {
    const { turns } = await turnsOn()
    const newer = keeperOf({ ...first, generation: 5 })
    const bare = keeperOf({ ...first, renewable: false })

    expect((await turns.renew('c1', 4, newer)).generation).toBe(5)
    expect((await turns.renew('c2', 1, bare)).generation).toBe(1)

    expect([newer.refreshed, bare.refreshed]).toEqual([0, 0])
  })

  test('refreshes again for a caller who has what the refresh under way is content with', async () => {
    const { turns } = await turnsOn()
    const keeper = keeperOf({ ...first, generation: 2 })

    const [older, newer] = await Promise.all([turns.renew('c1', 1, keeper), turns.renew('c1', 2, keeper)])

    expect([older.generation, newer.generation]).toEqual([2, 3])
    expect(keeper.refreshed).toBe(1)
  })

  test('gives every caller the failure, and begins anew for the next', async () => {
    const { turns } = await turnsOn()
    const refused = new AuthError('no', { code: 'AUTH_REFRESH_REJECTED' })
    const keeper = keeperOf(first, () => Promise.reject(refused))

    const all = await Promise.allSettled([turns.renew('c1', 1, keeper), turns.renew('c1', 1, keeper)])
    await expect(turns.renew('c1', 1, keeper)).rejects.toBe(refused)

    expect(all.map((each) => each.status === 'rejected' && each.reason)).toEqual([refused, refused])
    expect(keeper.refreshed).toBe(2)
  })

  test('asks nobody before a postponed time, and then does', async () => {
    const { turns, clock } = await turnsOn()
    const refreshAtMs = clock.nowMs() + 30_000
    const keeper = keeperOf({ ...first, refreshFailures: 1, refreshAtMs })
    clock.advance(29_999)

    await expect(turns.renew('c1', 1, keeper)).rejects.toMatchObject({
      code: 'AUTH_TRANSIENT',
      retryable: true,
      message: expect.stringContaining('2026-05-01T12:00:30.000Z'),
    })
    clock.advance(1)

    expect((await turns.renew('c1', 1, keeper)).generation).toBe(2)
    expect(keeper.refreshed).toBe(1)
  })

  test('does not wait for a postponed time of a clock that was set back since', async () => {
    const { turns, clock } = await turnsOn()
    const dayMs = 86_400_000
    const keeper = keeperOf({ ...first, refreshFailures: 1, refreshAtMs: clock.nowMs() + dayMs + 30_000 })

    expect((await turns.renew('c1', 1, keeper)).generation).toBe(2)
  })
})

test('RefreshTurns.runAlone() keeps refreshes off', async () => {
  const refused = Promise.withResolvers<void>()
  const { turns } = await turnsOn((real) => ({
    ...real,
    acquire: async (...lease) => {
      const taken = await real.acquire(...lease)
      if (!taken) refused.resolve()
      return taken
    },
  }))
  const keeper = keeperOf(first)
  const order: string[] = []

  await Promise.all([
    turns.runAlone('c1', async () => {
      // The clock of this test runs with every poll of whoever waits, and would soon end the lease.
      await refused.promise
      order.push(`alone, refreshed ${keeper.refreshed} times`)
    }),
    turns.renew('c1', 1, keeper).then(() => order.push('refreshed')),
  ])

  expect(order).toEqual(['alone, refreshed 0 times', 'refreshed'])
})

test('computeNextRefreshAtMs() waits 30 s, 1, 2, and then 5 minutes each time', () => {
  const waits = [1, 2, 3, 4, 5, 50].map((failures) => computeNextRefreshAtMs(failures, 1_000) - 1_000)

  expect(waits).toEqual([30_000, 60_000, 120_000, 300_000, 300_000, 300_000])
})
