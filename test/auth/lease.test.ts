import { expect, onTestFinished, test, vi } from 'vitest'
import { holdLease, type LeaseStore, leaseTtlMs } from '../../src/auth/lease.ts'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import { StoreError } from '../../src/errors/index.ts'
import { openStore } from '../../src/things/all-stores/open-store.ts'

const startMs = Date.parse('2026-05-01T12:00:00Z')

async function parts() {
  const store = await openStore('memory:')
  onTestFinished(() => store.close())
  return { leases: store.leases, clock: fixedClock(startMs) }
}

test('holdLease() lets one work at a time, in turn, and gives the lease back', async () => {
  const { leases, clock } = await parts()
  const happened: string[] = []
  const work = (who: string) => async () => {
    happened.push(`${who} begins`)
    // Turns of the event loop in which the other one could come in.
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    happened.push(`${who} ends`)
    return who
  }

  const done = await Promise.all([
    holdLease(leases, clock, 'x', work('one')),
    holdLease(leases, clock, 'x', work('two')),
  ])

  expect(done).toEqual(['one', 'two'])
  expect(happened).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  expect(await leases.acquire('x', 'somebody', 1, clock.nowMs())).toBe(true)
})

test('holdLease() does not wait for another name', async () => {
  const { leases, clock } = await parts()
  await leases.acquire('x', 'somebody', leaseTtlMs, clock.nowMs())

  await holdLease(leases, clock, 'y', async () => undefined)

  expect(clock.slept).toEqual([])
})

test('holdLease() takes over from a holder who has died, in pauses that grow from 25 to 250 ms', async () => {
  const { leases, clock } = await parts()
  await leases.acquire('x', 'a process that was killed', leaseTtlMs, clock.nowMs())

  await holdLease(leases, clock, 'x', async () => undefined)

  expect(clock.nowMs() - startMs).toBeGreaterThanOrEqual(leaseTtlMs)
  expect(clock.nowMs() - startMs).toBeLessThan(leaseTtlMs + 250)
  expect(clock.slept[0]).toBeLessThanOrEqual(25)
  expect(Math.max(...clock.slept)).toBeLessThanOrEqual(250)
  expect(Math.min(...clock.slept.slice(4))).toBeGreaterThanOrEqual(125)
})

test('holdLease() gives up after a minute of somebody else who is alive', async () => {
  const { leases, clock } = await parts()
  const renewing: LeaseStore = {
    ...leases,
    acquire: async (name, owner, ttlMs, nowMs) => {
      await leases.renew(name, 'somebody', ttlMs, nowMs)
      return leases.acquire(name, owner, ttlMs, nowMs)
    },
  }
  await leases.acquire('x', 'somebody', leaseTtlMs, clock.nowMs())

  const held = holdLease(renewing, clock, 'x', async () => undefined)

  await expect(held).rejects.toMatchObject({ code: 'AUTH_TRANSIENT', retryable: true })
  expect(clock.nowMs() - startMs).toBeGreaterThan(60_000)
})

test('holdLease() renews while the work takes long', async () => {
  const { leases, clock } = await parts()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const taken: boolean[] = []

  await holdLease(leases, clock, 'x', async () => {
    for (let tenth = 0; tenth < 10; tenth++) {
      clock.advance(leaseTtlMs / 3)
      await vi.advanceTimersByTimeAsync(leaseTtlMs / 3)
      await new Promise(setImmediate)
      taken.push(await leases.acquire('x', 'another', leaseTtlMs, clock.nowMs()))
    }
  })

  expect(taken).toEqual(Array(10).fill(false))
  expect(vi.getTimerCount()).toBe(0)
})

test("holdLease() gives the lease back when the work fails, and the work's own error counts", async () => {
  const { leases, clock } = await parts()
  const failing = holdLease(leases, clock, 'x', () => Promise.reject(new Error('of the work')))

  await expect(failing).rejects.toThrow('of the work')

  expect(await leases.acquire('x', 'somebody', 1, clock.nowMs())).toBe(true)
})

test('holdLease() gives what was done although the lease cannot be given back', async () => {
  const { leases, clock } = await parts()
  const release = () => Promise.reject(new StoreError('disk full', { code: 'STORE_UNAVAILABLE' }))

  expect(await holdLease({ ...leases, release }, clock, 'x', async () => 'done')).toBe('done')
})
