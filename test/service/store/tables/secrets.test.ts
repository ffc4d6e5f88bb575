import { expect, test } from 'vitest'
import { openMemoryStore } from '../../../things/all-stores/memory-store.ts'

test('secrets.insertIfAbsent() keeps the first secret, also of parallel callers', async () => {
  const { secrets } = await openMemoryStore()

  const given = await Promise.all(['one', 'two', 'three'].map((sealed) => secrets.insertIfAbsent('links', sealed, 1)))

  expect(new Set(given).size).toBe(1)
  expect(await secrets.find('links')).toBe(given[0])
  expect(await secrets.find('others')).toBeUndefined()
})
