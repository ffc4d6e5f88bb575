import { expect, test } from 'vitest'
import { openMemoryStore } from '../../all-stores/memory-store.ts'
import { createApiKey } from '../../all-stores/records.ts'

test('apiKeys.list() of valid keys leaves out revoked and expired keys, and those of other organizations', async () => {
  const { apiKeys } = await openMemoryStore()
  await apiKeys.insert(createApiKey('endless'))
  await apiKeys.insert(createApiKey('later', { expiresAtMs: 5_001 }))
  await apiKeys.insert(createApiKey('now', { expiresAtMs: 5_000 }))
  await apiKeys.insert(createApiKey('revoked', { revokedAtMs: 4_000 }))
  await apiKeys.insert(createApiKey('theirs', { organizationId: 'other' }))

  const valid = { is: true, atMs: 5_000 }

  expect((await apiKeys.list('acme', { valid })).map(({ id }) => id)).toEqual(['later', 'endless'])
  expect(await apiKeys.list('nobody', { valid })).toEqual([])
})

test('apiKeys.list() has an order among keys of one millisecond', async () => {
  const { apiKeys } = await openMemoryStore()
  for (const id of ['b', 'c', 'a']) await apiKeys.insert(createApiKey(id))

  expect((await apiKeys.list('acme')).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

test('apiKeys.revoke() of one key leaves the others as they are', async () => {
  const { apiKeys } = await openMemoryStore()
  await apiKeys.insert(createApiKey('one'))
  await apiKeys.insert(createApiKey('two'))

  await apiKeys.revoke('acme', 'one', 9_000)

  expect(await apiKeys.find('one')).toMatchObject({ revokedAtMs: 9_000 })
  expect(await apiKeys.find('two')).toEqual(createApiKey('two'))
})

test('apiKeys.insert() refuses an organization that does not exist', async () => {
  const { apiKeys } = await openMemoryStore()

  await expect(apiKeys.insert(createApiKey('k', { organizationId: 'no' }))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await apiKeys.find('k')).toBeUndefined()
})
