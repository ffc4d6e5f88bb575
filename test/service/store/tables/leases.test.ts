import { expect, test } from 'vitest'
import { openMemoryStore } from '../../../things/all-stores/memory-store.ts'

test('leases.acquire() gives a lease to one owner until it is over', async () => {
  const { leases } = await openMemoryStore()

  expect(await leases.acquire('refresh:c1', 'a', 1_000, 10_000)).toBe(true)
  expect(await leases.acquire('refresh:c1', 'b', 1_000, 10_999)).toBe(false)
  expect(await leases.acquire('refresh:c1', 'b', 1_000, 11_000)).toBe(true)
  expect(await leases.renew('refresh:c1', 'a', 1_000, 11_001)).toBe(false)
})

test('leases.release() of somebody who lost it leaves the new owner’s lease', async () => {
  const { leases } = await openMemoryStore()
  await leases.acquire('refresh:c1', 'a', 1_000, 10_000)
  await leases.acquire('refresh:c1', 'b', 1_000, 12_000)

  await leases.release('refresh:c1', 'a')

  expect(await leases.acquire('refresh:c1', 'c', 1_000, 12_001)).toBe(false)
})

test('leases.acquire() takes a lease that the clock of before would keep for hours', async () => {
  const { leases } = await openMemoryStore()
  await leases.acquire('refresh:c1', 'a', 1_000, 9_000_000)

  expect(await leases.acquire('refresh:c1', 'b', 1_000, 10_000)).toBe(true)
})
