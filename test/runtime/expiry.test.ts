import { expect, onTestFinished, test, vi } from 'vitest'
import { startExpiry } from '../../src/runtime/expiry.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { createConnection, createCredentials } from '../store/records.ts'

test('what is over goes within five minutes, in one of the processes, and one that fails leaves it to the next time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = await openMemoryStore()
  const clock = fixedClock('2026-05-01T00:00:00Z')
  const made = { state: 'pending', updatedAtMs: clock.nowMs() } as const
  await store.connections.insert(createConnection('left', made), createCredentials())
  clock.advance(10 * 60_000 + 1)
  await store.connections.insert(createConnection('now', { ...made, updatedAtMs: clock.nowMs() }), createCredentials())
  const deleting = vi.spyOn(store.expiry, 'deleteSome').mockRejectedValueOnce(new Error('away'))
  const warn = vi.fn()
  const logger = { debug() {}, info() {}, warn, error() {} }
  const started = [1, 2].map(() => startExpiry({ store, clock, logger, closing: new AbortController().signal }))
  const pass = async () => {
    deleting.mockClear()
    vi.advanceTimersByTime(300_000)
    await vi.waitFor(async () => {
      expect(deleting).toHaveBeenCalled()
      expect(await store.leases.acquire('expiry', 'test', 1, clock.nowMs())).toBe(true)
      await store.leases.release('expiry', 'test')
    })
  }

  await pass()
  expect(warn).toHaveBeenCalledTimes(1)
  await pass()
  await Promise.all(started.map((each) => each.stop()))

  expect((await store.connections.list({ organizationId: 'acme' })).map(({ id }) => id)).toEqual(['now'])
  // A piece with the one, and another that finds nothing: a second process would have made more.
  expect(deleting).toHaveBeenCalledTimes(2)
})
