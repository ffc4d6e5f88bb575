import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { defineConnector, type VendorClient } from '../../../src/define/index.ts'
import { omitUndefined } from '../../../src/text/omit-undefined.ts'
import { openRuntimeWith, runStored } from '../runtime/world.ts'

/** Everybody may see its page; nobody's key is any good. */
async function openPublicVendor(test?: (ctx: VendorClient) => Promise<void>) {
  const vendor = await fakeVendor({
    routes: {
      'GET /page': { json: { open: true } },
      'GET /users': { status: 401, json: { message: 'bad key' } },
    },
  })
  onTestFinished(() => vendor.close())
  const connector = defineConnector(
    {
      id: 'open',
      name: 'Open',
      version: '1.0.0',
      baseUrl: vendor.url,
      auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    },
    omitUndefined({ test }),
  )
  const { runtime } = await openRuntimeWith({
    connectors: [
      connector.with(
        connector.check({
          id: 'page',
          title: 'Strangers see the page',
          async run(ctx) {
            await ctx.get('/page', { anonymous: true })
            ctx.pass({ resource: { type: 'page', id: 'page' }, title: 'Open' })
          },
        }),
        connector.check({
          id: 'users',
          title: 'Users',
          async run(ctx) {
            await ctx.get('/users')
          },
        }),
        connector.check({
          id: 'settings',
          title: 'Settings',
          async run() {
            throw new TypeError('it asks nothing')
          },
        }),
      ),
    ],
  })
  const credentials = { api_key: 'key-of-nobody' }
  const { id } = await runtime.connections.create({ connector: 'open', organizationId: 'acme', credentials })
  return { runtime, id, readState: async () => (await runtime.connections.get(id))?.state }
}

test('what a vendor answers a stranger does not make refused credentials good again', async () => {
  const { runtime, id, readState } = await openPublicVendor()
  await runStored(runtime, id, ['users'])
  const refused = await readState()

  const { status } = await runStored(runtime, id, ['page'])

  expect(refused).toBe('error')
  expect(status).toBe('pass')
  expect(await readState()).toBe('error')
})

test('a check that asks nothing, or only what strangers may, does not hide that the credentials were refused', async () => {
  const { runtime, id, readState } = await openPublicVendor()

  await runStored(runtime, id, ['page', 'users', 'settings'])

  expect(await readState()).toBe('error')
})

test('nor does a check that a stranger could have asked stand for one that was refused beside it', async () => {
  const { runtime, id, readState } = await openPublicVendor()
  await runStored(runtime, id, ['users'])

  const { checks } = await runStored(runtime, id, ['page', 'users'])

  expect(checks.map(({ status }) => status)).toEqual(['pass', 'error'])
  expect(await readState()).toBe('error')
})

test('nor does a test of the connection that sends no credentials', async () => {
  const { runtime, id, readState } = await openPublicVendor(async (ctx) => {
    await ctx.get('/page', { anonymous: true })
  })
  await runStored(runtime, id, ['users'])

  const tested = await runtime.connections.test(id)

  expect(tested.ok).toBe(true)
  expect(await readState()).toBe('error')
})
