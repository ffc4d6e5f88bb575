import { expect, test } from 'vitest'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

test('organizations.list() has an order among those of one millisecond', async () => {
  const { organizations } = await openMemoryStore()
  for (const id of ['b', 'c', 'a']) await organizations.insert({ id, name: id, createdAtMs: 9_000_000_000_000 })

  expect((await organizations.list()).slice(-3).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('organizations.rename() changes one, and says whether there is one', async () => {
  const { organizations } = await openMemoryStore()
  const other = await organizations.find('other')

  expect(await organizations.rename('acme', 'Acme Ltd')).toBe(true)
  expect(await organizations.rename('nobody', 'x')).toBe(false)
  expect(await organizations.find('acme')).toMatchObject({ name: 'Acme Ltd' })
  expect(await organizations.find('other')).toEqual(other)
})

test('organizations.insert() refuses an id that exists', async () => {
  const { organizations } = await openMemoryStore()

  await expect(organizations.insert({ id: 'acme', name: 'Again', createdAtMs: 1 })).rejects.toMatchObject({
    code: 'STORE_CONFLICT',
  })
})
