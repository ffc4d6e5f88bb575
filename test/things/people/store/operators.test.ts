import { expect, test } from 'vitest'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

test('operators.has() asks for one person of one organization', async () => {
  const { operators } = await openMemoryStore()
  const operator = { organizationId: 'acme', userId: 'u1', namedAtMs: 1 }
  await operators.add(operator)
  await operators.add({ ...operator, namedAtMs: 2 })

  expect(await operators.has('acme', 'u1')).toBe(true)
  expect(await operators.has('other', 'u1')).toBe(false)
  expect(await operators.list()).toEqual([operator])
})

test('operators.remove() says whether the person was one', async () => {
  const { operators } = await openMemoryStore()
  await operators.add({ organizationId: 'acme', userId: 'u1', namedAtMs: 1 })

  expect(await operators.remove('other', 'u1')).toBe(false)
  expect(await operators.remove('acme', 'u1')).toBe(true)
  expect(await operators.has('acme', 'u1')).toBe(false)
})
