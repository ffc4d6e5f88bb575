import { expect, onTestFinished, test, vi } from 'vitest'
import { Presence } from '../../../src/service/queue/presence.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'

const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

async function createPresence(leaseMs = 60_000) {
  const store = await openStore('memory:')
  const [onLost, onReleased] = [vi.fn(), vi.fn()]
  const presence = new Presence({ store, logger, nowMs: Date.now, leaseMs, onLost, onReleased })
  onTestFinished(async () => {
    await presence.leave()
    await store.close()
  })
  return { store, presence, onLost, onReleased }
}

test('Presence.enter() puts this process among those that have runs, once however many ask', async () => {
  const { store, presence } = await createPresence()

  const names = await Promise.all([presence.enter(), presence.enter()])

  expect(new Set(names)).toEqual(new Set([presence.id]))
  expect((await store.workers.list()).map(({ id }) => id)).toEqual([presence.id])
})

test('Presence.observe() removes a process of this machine that has ended, at once', async () => {
  const { store, presence } = await createPresence()
  const own = await presence.enter()
  const [place] = own.split('/')
  // The largest number that Linux gives to a process is smaller.
  const dead = [place, 2 ** 31 - 2, 'x'].join('/')
  await store.workers.insert({ id: dead, startedAtMs: 0 })

  await presence.observe()

  expect((await store.workers.list()).map(({ id }) => id)).toEqual([own])
})

test('Presence.observe() lets a process of another machine be until its pulse has stood still for the lease', async () => {
  const { store, presence } = await createPresence(200)
  const own = await presence.enter()
  await store.workers.insert({ id: 'elsewhere/1/x', startedAtMs: 0 })
  const isThere = async () => (await store.workers.list()).some(({ id }) => id !== own)

  await presence.observe()
  const atFirst = await isThere()
  await store.workers.recordBeat('elsewhere/1/x')
  await presence.observe()
  const withPulse = await isThere()
  await new Promise((resolve) => setTimeout(resolve, 210))
  await presence.observe()

  expect([atFirst, withPulse, await isThere()]).toEqual([true, true, false])
})

test('Presence goes on under another name when others have taken it for dead', async () => {
  const { store, presence, onLost } = await createPresence(60)
  const before = await presence.enter()
  await store.workers.remove(before)

  await vi.waitFor(() => expect(onLost).toHaveBeenCalled(), { timeout: 5_000 })

  expect(presence.id).not.toBe(before)
  expect(await presence.enter()).toBe(presence.id)
})
