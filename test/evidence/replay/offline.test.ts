import { fakeVendor } from 'checkwright/testing'
import { expect, test } from 'vitest'
import { blockNetwork, runOffline } from '../../../src/evidence/replay/offline.ts'

test('blockNetwork() keeps fetch off the network, and no longer than asked to', async () => {
  await using vendor = await fakeVendor({ routes: { 'GET /': { json: {} } } })

  const kept = blockNetwork(() => fetch(vendor.url))

  await expect(kept).rejects.toMatchObject({
    cause: { message: expect.stringContaining('Send every request through ctx') },
  })
  expect(vendor.requests).toHaveLength(0)
  expect((await fetch(vendor.url)).status).toBe(200)
})

test('runOffline() refuses its own work alone, tells where that reached, and is not outlived by it', async () => {
  await using vendor = await fakeVendor({ routes: { 'GET /': { json: {} } } })
  await using other = await fakeVendor({ routes: { 'GET /': { json: {} } } })
  let later: Promise<unknown> | undefined
  const { host } = new URL(vendor.url)

  const [inside, outside] = await Promise.all([
    runOffline(async () => {
      later = new Promise((resolve) => setTimeout(resolve, 50)).then(() => fetch(other.url))
      later.catch(() => undefined)
      return fetch(vendor.url).catch((error: Error) => error.message)
    }),
    fetch(vendor.url),
  ])

  expect(inside).toMatchObject({ value: 'fetch failed', reached: expect.arrayContaining([`connect to ${host}`]) })
  expect(outside.status).toBe(200)
  await expect(later).rejects.toMatchObject({ message: 'fetch failed' })
  expect([vendor.requests.length, other.requests.length]).toEqual([1, 0])
})
