import { fakeVendor } from 'checkwright/testing'
import { expect, test } from 'vitest'
import { withoutNetwork } from '../../src/cli/no-network.ts'

test('withoutNetwork() keeps fetch off the network, and no longer than asked to', async () => {
  await using vendor = await fakeVendor({ routes: { 'GET /': { json: {} } } })

  const kept = withoutNetwork(() => fetch(vendor.url))

  await expect(kept).rejects.toMatchObject({ cause: { message: expect.stringContaining('Ask by ctx') } })
  expect(vendor.requests).toHaveLength(0)
  expect((await fetch(vendor.url)).status).toBe(200)
})
