import { expect, test } from 'vitest'
import { openMemoryStore } from '../../../things/all-stores/memory-store.ts'

const rate = { requests: 1, requestsPerSecond: 2, burst: 1 }

test('rates.reserve() spaces requests out, and gives the wait in ms', async () => {
  const { rates } = await openMemoryStore()
  const waits: number[] = []
  for (let request = 0; request < 3; request++) waits.push(await rates.reserve('acme', rate, 1_000_000))

  expect(waits).toEqual([0, 500, 1_000])
})

test('rates.reserve() keeps rates of other names apart, and forgets what was not used', async () => {
  const { rates } = await openMemoryStore()
  for (let request = 0; request < 3; request++) await rates.reserve('acme', rate, 1_000_000)

  expect(await rates.reserve('other', rate, 1_000_000)).toBe(0)
  expect(await rates.reserve('acme', rate, 1_010_000)).toBe(0)
})

test('rates.reserve() does not stop everybody after the clock was set back', async () => {
  const { rates } = await openMemoryStore()
  await rates.reserve('acme', rate, 9_000_000_000)

  expect(await rates.reserve('acme', rate, 1_000_000)).toBe(0)
})
