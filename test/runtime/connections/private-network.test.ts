import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defineConnector } from '../../../src/define/index.ts'
import type { PrivateNetworkAllowance } from '../../../src/runtime/connections/private-network.ts'
import { createRuntime } from '../../../src/runtime/create-runtime.ts'
import { makeKeyText } from '../../../src/store/keys/parse-keys.ts'
import { fakeVendor } from '../../../src/testing/index.ts'
import { createTempFolder } from '../../evidence/bundle.ts'
import { publicUrl } from '../world.ts'

test('allowPrivateNetwork with ids lets these connections alone reach private addresses', async () => {
  const vendor = await fakeVendor({ routes: { 'GET /me': { json: {} } } })
  onTestFinished(() => vendor.close())
  const connector = defineConnector({
    id: 'inside',
    name: 'Inside',
    version: '1.0.0',
    baseUrl: vendor.url,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    test: { path: '/me' },
  })
  const store = `sqlite:${join(createTempFolder(), 'store.db')}`
  const keys = makeKeyText()
  const open = (allowPrivateNetwork: PrivateNetworkAllowance) =>
    createRuntime({ connectors: [connector], store, keys, publicUrl, allowPrivateNetwork })
  const first = await open(false)
  await first.organizations.create({ id: 'acme', name: 'Acme' })
  const create = () =>
    first.connections.create({ connector: 'inside', organizationId: 'acme', credentials: { api_key: 'key-of-a-test' } })
  const [ours, theirs] = [await create(), await create()]
  await first.close()

  const runtime = await open([ours.id])
  onTestFinished(() => runtime.close())

  expect(await runtime.connections.test(ours.id)).toMatchObject({ ok: true })
  expect(await runtime.connections.test(theirs.id)).toMatchObject({ ok: false })
  expect(vendor.requests).toHaveLength(1)
})

test('createRuntime() refuses another kind of allowance', async () => {
  const wrong = createRuntime({
    connectors: [],
    store: 'memory:',
    publicUrl,
    allowPrivateNetwork: 'yes' as unknown as boolean,
  })

  await expect(wrong).rejects.toThrow('allowPrivateNetwork must be')
})
