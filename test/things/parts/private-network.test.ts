import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import type { PrivateNetworkAllowance } from '../../../src/things/parts/reaches.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { clients, connect, openAcmeRuntime, publicUrl, startTestServers } from '../runtime/world.ts'

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

describe('OAuth requests of connections that may reach private addresses', () => {
  test('exchange the code of a new connection, for the organization and connector that are named alone', async () => {
    const servers = await startTestServers()
    const { runtime } = await openAcmeRuntime(servers, { allowPrivateNetwork: ['acme/acme'] })

    const connection = await connect(runtime)
    const asked = servers.oauth.tokenRequests.length
    const refused = connect(runtime, { organizationId: 'other' })

    expect(connection.state).toBe('active')
    expect(asked).toBe(1)
    await expect(refused).rejects.toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(servers.oauth.tokenRequests).toHaveLength(1)
  })

  test('exchange the code of a connection that is named by its id, when it is connected again', async () => {
    const servers = await startTestServers()
    const place = { store: `sqlite:${join(createTempFolder(), 'store.db')}`, keys: makeKeyText() }
    const before = await openAcmeRuntime(servers, place)
    const [ours, theirs] = [await connect(before.runtime), await connect(before.runtime)]
    await before.runtime.close()
    const { runtime } = await openAcmeRuntime(servers, { ...place, allowPrivateNetwork: [ours.id] })

    const again = await connect(runtime, { connectionId: ours.id })

    expect(again.id).toBe(ours.id)
    for (const request of [{ connectionId: theirs.id }, {}])
      await expect(connect(runtime, request)).rejects.toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(servers.oauth.tokenRequests).toHaveLength(3)
  })

  test('register an app, ask for the token of an app, and try one', async () => {
    const servers = await startTestServers()
    const registry = await fakeVendor({
      routes: {
        'POST /register': { status: 201, json: { client_id: 'machine-app', client_secret: 'machine-secret-1' } },
      },
    })
    onTestFinished(() => registry.close())
    const config = { grant: 'client_credentials', pkce: false, scopes: ['users:read'] }
    const { runtime } = await openAcmeRuntime(servers, {
      client: clients.machine,
      allowPrivateNetwork: ['acme/acme'],
      config: { ...config, registrationUrl: `${registry.url}/register` },
    })
    await runtime.oauthApps.delete({ connector: 'acme' })
    const create = (organizationId: string) =>
      runtime.connections.create({ connector: 'acme', organizationId, credentials: {} })
    const { clientId, clientSecret } = clients.machine
    const tryApp = (organizationId: string) =>
      runtime.oauthApps.test({ connector: 'acme', organizationId, clientId, clientSecret })

    const created = await create('acme')

    expect(created.state).toBe('active')
    await expect(create('other')).rejects.toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(registry.requests).toHaveLength(1)
    expect([(await tryApp('acme')).outcome, (await tryApp('other')).outcome]).toEqual(['accepted', 'unknown'])
    expect(servers.oauth.tokenRequests).toHaveLength(2)
  })
})
