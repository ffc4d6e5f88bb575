import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { callbackUrl, openRuntimeWith } from '../runtime/world.ts'

const server = {
  id: 'base_url',
  label: 'Server',
  type: 'url',
  required: true,
  pattern: 'http://127\\.0\\.0\\.1:\\d+',
} as const
const common = { name: 'Acme', version: '1.0.0', baseUrl: '{base_url}', test: { path: '/me' } }
const note = { id: 'note', label: 'Note', type: 'text' } as const

const connectors = [
  defineConnector({
    ...common,
    id: 'keyed',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    credentialFields: [server, note],
  }),
  defineConnector({
    ...common,
    id: 'user-key',
    auth: { type: 'basic', config: { fixedPassword: 'x' } },
    credentialFields: [server],
  }),
  defineConnector({
    ...common,
    id: 'granted',
    auth: {
      type: 'oauth2',
      config: {
        authorizeUrl: 'https://acme.example/authorize',
        tokenUrl: 'https://acme.example/token',
        scopes: [],
        publicClient: true,
      },
    },
    credentialFields: [server, { id: 'pin', label: 'Pin', type: 'password' }],
  }),
]

async function openWorld() {
  const [own, foreign] = [await startVendor(), await startVendor()]
  const { runtime } = await openRuntimeWith({ connectors })
  const create = (connector: string, credentials: object) =>
    runtime.connections.create({
      connector,
      organizationId: 'acme',
      credentials: { base_url: own.url, ...credentials },
    })
  return { runtime, own, foreign, create }
}

async function startVendor() {
  const vendor = await fakeVendor({ routes: { 'GET /me': { json: {} } } })
  onTestFinished(() => vendor.close())
  return vendor
}

describe('a secret of a connection', () => {
  test.each([
    ['keyed', 'api_key'],
    ['user-key', 'username'],
  ])('of %s is not sent to another server unless it is entered again', async (connector, secret) => {
    const { runtime, foreign, create } = await openWorld()
    const { id } = await create(connector, { [secret]: 'the-secret' })
    const change = (credentials: object) => runtime.connections.update(id, { credentials: { ...credentials } })

    await expect(change({ base_url: foreign.url })).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      problems: [{ path: secret, message: 'is required again, because base_url decides where it is sent' }],
    })
    expect((await runtime.connections.test(id)).ok).toBe(true)
    expect(foreign.requests).toEqual([])
    await change({ base_url: foreign.url, [secret]: 'another-secret' })
    expect((await runtime.connections.test(id)).ok).toBe(true)
    expect(JSON.stringify(foreign.requests)).not.toContain('the-secret')
  })

  test('stays where nothing decides its server: another field, or the same server again', async () => {
    const { runtime, own, create } = await openWorld()
    const { id } = await create('keyed', { api_key: 'the-secret' })

    await runtime.connections.update(id, { credentials: { note: 'new' } })
    await runtime.connections.update(id, { credentials: { base_url: ` ${own.url} ` } })

    expect((await runtime.connections.test(id)).ok).toBe(true)
    expect(own.requests.at(-1)?.headers['x-key']).toBe('the-secret')
  })

  test('that a person granted stays with its server, for a change as for connecting again', async () => {
    const { runtime, foreign, create } = await openWorld()
    await runtime.oauthApps.set({ connector: 'granted', clientId: 'app' })
    const { id } = await create('granted', { access_token: 'granted-token', pin: 'the-pin' })
    const again = (credentials: Readonly<Record<string, string>>) =>
      runtime.oauth.start({ connector: 'granted', organizationId: 'acme', connectionId: id, credentials })

    await expect(
      runtime.connections.update(id, { credentials: { base_url: foreign.url, pin: 'new-pin' } }),
    ).rejects.toMatchObject({ problems: [{ path: 'base_url', message: expect.stringContaining('reconnect') }] })
    await expect(again({ base_url: foreign.url })).rejects.toMatchObject({ problems: [{ path: 'pin' }] })
    expect((await again({ base_url: foreign.url, pin: 'new-pin' })).url).toContain(encodeURIComponent(callbackUrl))
    await runtime.connections.test(id)
    expect(foreign.requests).toEqual([])
  })
})
