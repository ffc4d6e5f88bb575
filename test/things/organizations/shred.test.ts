import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RefreshTurns } from '../../../src/auth/refresh-turns.ts'
import { systemClock } from '../../../src/define/index.ts'
import { createVault } from '../../../src/service/store/keys/seal.ts'
import { shredOrganization } from '../../../src/things/organizations/shred.ts'
import { createMasterKey, createMasterKeys } from '../all-stores/master-key.ts'
import { openMemoryStore } from '../all-stores/memory-store.ts'
import { createConnection, createCredentials, run } from '../all-stores/records.ts'

const began = 350

async function openWorld() {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  for (const id of ['c1', 'c2', 'c3']) await store.connections.insert(createConnection(id), createCredentials())
  // An entry of the log each.
  for (let n = 0; n < began; n++) await store.runs.insert(run(`r${n}`))
  const vault = createVault({ keys: createMasterKeys(createMasterKey('k1')), dataKeys: store.dataKeys })
  const place = { organizationId: 'acme', ownerId: 'c1', field: 'token' }
  const sealed = await vault.seal(place, 'secret')
  const parts = { store, vault, clock: systemClock, turns: new RefreshTurns(store.leases, systemClock) }
  return { store, parts, open: () => vault.open(place, sealed), shred: () => shredOrganization(parts, 'acme') }
}

test('shredding destroys the secrets first, goes on where it ended, and takes everything in pieces', async () => {
  const { store, open, shred } = await openWorld()
  const forget = vi.spyOn(store.log, 'forget')
  const wipe = vi.spyOn(store.connections, 'wipeCredentials')
  wipe.mockRejectedValueOnce(new Error('The process ended.'))

  await expect(shred()).rejects.toThrow('The process ended.')
  await expect(open()).rejects.toMatchObject({ code: 'CREDENTIAL_UNREADABLE' })
  forget.mockRejectedValueOnce(new Error('The process ended.'))
  await expect(shred()).rejects.toThrow('The process ended.')
  const wiped = wipe.mock.calls.length
  forget.mockClear()
  await shred()

  const leaves = await store.log.listLeaves('acme', { from: 0, limit: 1_000 })
  expect(leaves).toHaveLength(began)
  expect(leaves.filter(({ record }) => record !== null)).toEqual([])
  const ranges = forget.mock.calls.map(([, { from, to }]) => [from, to])
  expect(ranges.map(([from = 0, to = 0]) => to - from).every((rows) => rows > 0 && rows <= 1_000)).toBe(true)
  expect([ranges[0]?.[0], ranges.at(-1)?.[1]]).toEqual([0, began])
  // Those that were wiped are not wiped again.
  expect(wipe.mock.calls.length).toBe(wiped)
  const states = (await store.connections.list({ organizationId: 'acme' })).map(({ state }) => state)
  expect(states).toEqual(['disconnected', 'disconnected', 'disconnected'])
})

test('others write while an organization is shredded', async () => {
  const { store, shred } = await openWorld()
  let isDone = false
  const shredding = shred().finally(() => {
    isDone = true
  })
  const written: string[] = []
  while (!isDone) {
    const id = `during-${written.length}`
    await store.organizations.insert({ id, name: id, createdAtMs: 1 })
    if (!isDone) written.push(id)
    await sleep(1)
  }
  await shredding

  expect(written.length).toBeGreaterThan(10)
})
