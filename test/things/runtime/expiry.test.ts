import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { authorizeHeadlessly } from '../../../src/author/testing/index.ts'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { startExpiry } from '../../../src/things/runtime/expiry.ts'
import { testStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openMemoryStore } from '../all-stores/memory-store.ts'
import { createConnection, createCredentials } from '../all-stores/records.ts'
import { openAcmeRuntime, startTestServers } from './world.ts'

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
  const started = [1, 2].map(() =>
    startExpiry({ store, clock, logger, closing: new AbortController().signal }, async () => {}),
  )
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

test('tokens of a sign-in whose process ended before its first test are revoked at the vendor when its connection expires', async () => {
  const world = await startTestServers()
  const shared = { store: await testStore(`sqlite:${join(createTempFolder(), 'store.db')}`), keys: makeKeyText() }
  const { runtime: dying } = await openAcmeRuntime(world, shared)
  let token = ''
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  // The process gets no answer to its first test, as if it were gone.
  world.accept(async (given) => {
    token = given
    asked.resolve()
    await release.promise
  })
  const { url, binding } = await dying.oauth.start({ connector: 'acme', organizationId: 'acme' })
  const attempt = dying.oauth.connect({ url: await authorizeHeadlessly(url), binding }).catch(() => undefined)
  await asked.promise
  expect(await world.oauth.verifyAccessToken(token)).toBeDefined()

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const clock = fixedClock(new Date(Date.now() + 601_000).toISOString())
  const { runtime: next } = await openAcmeRuntime(world, { ...shared, clock })
  vi.advanceTimersByTime(300_000)
  await vi.waitFor(async () => expect(await next.connections.list({ organizationId: 'acme' })).toEqual([]), 5_000)

  expect(await world.oauth.verifyAccessToken(token)).toBeUndefined()
  release.resolve()
  await attempt
})
