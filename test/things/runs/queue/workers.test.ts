import { expect, test } from 'vitest'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

test('workers.remove() of a process that beat since leaves it', async () => {
  const { workers } = await openMemoryStore()
  await workers.insert({ id: 'w1', startedAtMs: 1 } as never)
  expect(await workers.recordBeat('w1')).toBe(true)

  expect(await workers.remove('w1', 0)).toBe(false)
  expect(await workers.list()).toEqual([{ id: 'w1', beat: 1 }])
  expect(await workers.remove('w1', 1)).toBe(true)
})

test('workers.recordBeat() tells a process that it was taken for dead', async () => {
  const { workers } = await openMemoryStore()

  expect(await workers.recordBeat('gone')).toBe(false)
})
