import { expect, test } from 'vitest'
import { openMemoryStore } from '../../../things/all-stores/memory-store.ts'

const key = (organizationId: string | null, id: string, keyId = 'k1') => ({
  id,
  organizationId,
  keyId,
  wrapped: `w-${id}`,
  createdAtMs: 1,
})

test('dataKeys.insertIfAbsent() keeps the first key of an organization, and one of the platform', async () => {
  const { dataKeys } = await openMemoryStore()

  await dataKeys.insertIfAbsent(key('acme', 'first'))
  await dataKeys.insertIfAbsent(key(null, 'platform'))

  expect(await dataKeys.insertIfAbsent(key('acme', 'second'))).toMatchObject({ id: 'first' })
  expect(await dataKeys.insertIfAbsent(key(null, 'another'))).toMatchObject({ id: 'platform' })
  expect(await dataKeys.find('other')).toBeUndefined()
})

test('dataKeys.rewrap() changes nothing if somebody else was first', async () => {
  const { dataKeys } = await openMemoryStore()
  const before = await dataKeys.insertIfAbsent(key('acme', 'a'))

  expect(await dataKeys.rewrap(before, { keyId: 'k2', wrapped: 'again' })).toBe(true)
  expect(await dataKeys.rewrap(before, { keyId: 'k3', wrapped: 'late' })).toBe(false)
  expect(await dataKeys.find('acme')).toMatchObject({ keyId: 'k2', wrapped: 'again' })
})

test('dataKeys.listMasterKeyIds() names each master key once', async () => {
  const { dataKeys } = await openMemoryStore()
  await dataKeys.insertIfAbsent(key('acme', 'a', 'k2'))
  await dataKeys.insertIfAbsent(key('other', 'b', 'k1'))
  await dataKeys.insertIfAbsent(key(null, 'c', 'k2'))

  expect(await dataKeys.listMasterKeyIds()).toEqual(['k1', 'k2'])
})

test('dataKeys.delete() shreds the key of one organization alone', async () => {
  const { dataKeys } = await openMemoryStore()
  for (const organizationId of ['acme', 'other', null])
    await dataKeys.insertIfAbsent(key(organizationId, `${organizationId}`))

  await dataKeys.delete('acme')

  expect((await dataKeys.list()).map(({ id }) => id)).toEqual(['null', 'other'])
})
