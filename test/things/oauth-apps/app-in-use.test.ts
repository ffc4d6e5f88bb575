import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import { openRuntimeWith } from '../runtime/world.ts'

/** Servers that each give a token to whoever asks, and register whoever wants. */
async function startVendors() {
  const vendors = await Promise.all(
    ['one', 'two'].map((name) =>
      fakeVendor({
        routes: {
          'POST /token': { json: { access_token: `token-of-${name}`, token_type: 'bearer' } },
          'POST /tenants/t1/token': { json: { access_token: `token-of-${name}`, token_type: 'bearer' } },
          'GET /me': { status: 401, json: {} },
          'POST /register': { status: 201, json: { client_id: `id-of-${name}`, client_secret: `secret-of-${name}` } },
        },
      }),
    ),
  )
  for (const vendor of vendors) onTestFinished(() => vendor.close())
  const [one, two] = vendors
  if (one === undefined || two === undefined) throw new Error('there are two')
  return { one, two }
}

const loopback = 'http://127\\.0\\.0\\.1:\\d+'
const server = { id: 'server', label: 'Server', type: 'url', required: true, pattern: loopback } as const

function createServerConnector(config: object = {}) {
  return defineConnector({
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: '{server}',
    auth: {
      type: 'oauth2',
      config: { grant: 'client_credentials', tokenUrl: '{server}/token', scopes: [], ...config },
    },
    credentialFields: [server],
  })
}

const app = { connector: 'acme', clientId: 'app', clientSecret: 'the-secret-of-the-app' }

describe('a platform app', () => {
  test('never sends its secret to a host that an organization typed', async () => {
    const { one } = await startVendors()
    const { runtime } = await openRuntimeWith({ connectors: [createServerConnector()] })
    await runtime.oauthApps.set({ ...app, settings: { server: one.url } })

    const created = runtime.connections.create({
      connector: 'acme',
      organizationId: 'acme',
      credentials: { server: one.url },
    })

    await expect(created).rejects.toMatchObject({
      code: 'AUTH_APP_MISCONFIGURED',
      message: expect.stringContaining('belongs to the platform, and what people type (server) decides which host'),
    })
    expect(one.requests).toEqual([])
  })

  test('never asks for the token of a tenant that an organization typed, unless it is bound to that organization', async () => {
    const { one } = await startVendors()
    const connector = defineConnector({
      id: 'acme',
      name: 'Acme',
      version: '1.0.0',
      baseUrl: one.url,
      auth: {
        type: 'oauth2',
        config: { grant: 'client_credentials', tokenUrl: `${one.url}/tenants/{tenant}/token`, scopes: [] },
      },
      credentialFields: [{ id: 'tenant', label: 'Tenant', type: 'text', required: true }],
    })
    const { runtime } = await openRuntimeWith({ connectors: [connector] })
    await runtime.oauthApps.set({ ...app, boundTo: 'other' })
    const create = (organizationId: string) =>
      runtime.connections.create({ connector: 'acme', organizationId, credentials: { tenant: 't1' } })

    await expect(create('acme')).rejects.toMatchObject({ code: 'AUTH_APP_MISCONFIGURED' })
    expect(one.requests).toEqual([])
    expect(await create('other')).toMatchObject({ state: 'active' })
    await runtime.oauthApps.set({ ...app, boundTo: null })
    await expect(create('other')).rejects.toMatchObject({ code: 'AUTH_APP_MISCONFIGURED' })
  })

  test('never sends its secret to a host that a vendor names in its reply, which an organization can type as well', async () => {
    const { one, two } = await startVendors()
    const capture = [{ from: 'token', path: 'server', id: 'named', pattern: loopback }]
    const connector = defineConnector({
      id: 'acme',
      name: 'Acme',
      version: '1.0.0',
      baseUrl: one.url,
      test: { path: '/me' },
      auth: {
        type: 'oauth2',
        config: {
          authorizeUrl: `${one.url}/authorize`,
          tokenUrl: `${one.url}/token`,
          scopes: [],
          refreshUrl: '{named}/token',
          capture,
        },
      },
    } as never) as unknown as AnyConnector
    const { runtime } = await openRuntimeWith({ connectors: [connector] })
    await runtime.oauthApps.set({ ...app, settings: { named: one.url } })
    const credentials = { access_token: 'access-of-nobody', refresh_token: 'refresh-of-nobody', named: two.url }
    const { id } = await runtime.connections.create({ connector: 'acme', organizationId: 'other', credentials })

    const tested = await runtime.connections.test(id)

    expect(tested.ok).toBe(false)
    expect(two.requests).toEqual([])
  })

  test('is bound to organizations that there are, and an app of an organization to none', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [createServerConnector()] })
    const settings = { server: 'http://127.0.0.1:1' }

    await expect(runtime.oauthApps.set({ ...app, settings, boundTo: 'nobody' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(runtime.oauthApps.set({ ...app, settings, organizationId: 'acme', boundTo: 'acme' })).rejects.toThrow(
      TypeError,
    )
  })
})

describe("an organization's own app", () => {
  test('sends its secret to the server alone that it was entered for, from the beginning', async () => {
    const { one, two } = await startVendors()
    const { runtime } = await openRuntimeWith({ connectors: [createServerConnector()] })
    const own = { ...app, organizationId: 'acme' }
    await expect(runtime.oauthApps.set(own)).rejects.toMatchObject({ problems: [{ path: 'settings.server' }] })
    const set = await runtime.oauthApps.set({ ...own, settings: { server: one.url } })
    const create = (url: string) =>
      runtime.connections.create({ connector: 'acme', organizationId: 'acme', credentials: { server: url } })

    // Whoever may connect, and may not set apps, is first: with a server of their own.
    await expect(create(two.url)).rejects.toMatchObject({
      code: 'AUTH_APP_MISCONFIGURED',
      message: expect.stringContaining('entered for another server'),
    })
    expect(await create(one.url)).toMatchObject({ state: 'active' })
    expect(set).toMatchObject({ settings: { server: one.url }, secretsSet: ['client_secret'] })
    const moved = { connector: 'acme', organizationId: 'acme', clientId: 'app', settings: { server: two.url } }
    await expect(runtime.oauthApps.set(moved)).rejects.toMatchObject({ problems: [{ path: 'clientSecret' }] })
    expect(two.requests).toEqual([])
    await runtime.oauthApps.set({ ...moved, clientSecret: app.clientSecret })
    expect(await create(two.url)).toMatchObject({ state: 'active' })
  })

  test('keeps its secret where nothing of it changes, and names the setting that gives no host', async () => {
    const { one } = await startVendors()
    const { runtime } = await openRuntimeWith({ connectors: [createServerConnector()] })
    const own = { ...app, organizationId: 'acme', settings: { server: one.url } }
    await runtime.oauthApps.set(own)

    const kept = await runtime.oauthApps.set({ ...own, clientSecret: undefined })
    const refused = runtime.oauthApps.set({ ...own, settings: { server: 'http://127.0.0.1:1@evil.example' } })

    expect(kept.secretsSet).toEqual(['client_secret'])
    await expect(refused).rejects.toMatchObject({
      code: 'CREDENTIAL_INVALID',
      problems: [expect.objectContaining({ path: 'settings.server' })],
    })
  })

  test('demands its secrets again when a setting that decides their host changes', async () => {
    const { one, two } = await startVendors()
    const config = { tokenUrl: '{ISSUER}/token', customSettings: [{ ...server, id: 'issuer', token: '{ISSUER}' }] }
    const { runtime } = await openRuntimeWith({ connectors: [createServerConnector(config)] })
    const entered = { connector: 'acme', organizationId: 'acme', clientId: 'app' }
    await runtime.oauthApps.set({ ...entered, clientSecret: 'the-secret', settings: { issuer: one.url } })

    const moved = { ...entered, settings: { issuer: two.url } }
    const refusal = { code: 'CREDENTIAL_INVALID', problems: [expect.objectContaining({ path: 'clientSecret' })] }

    await expect(runtime.oauthApps.set(moved)).rejects.toMatchObject(refusal)
    await expect(runtime.oauthApps.test(moved)).rejects.toMatchObject(refusal)
    expect(two.requests).toEqual([])
    expect(await runtime.oauthApps.set({ ...entered, settings: { issuer: one.url } })).toMatchObject({
      clientId: 'app',
    })
    expect(await runtime.oauthApps.set({ ...moved, clientSecret: 'another' })).toMatchObject({ clientId: 'app' })
  })
})

test('an app that registers itself is kept by server: each gets the secret that it gave, and no other', async () => {
  const { one, two } = await startVendors()
  const { runtime } = await openRuntimeWith({
    connectors: [createServerConnector({ registrationUrl: '{server}/register' })],
  })
  const create = (url: string) =>
    runtime.connections.create({ connector: 'acme', organizationId: 'acme', credentials: { server: url } })

  await create(one.url)
  await create(two.url)
  await create(one.url)

  const secrets = (vendor: typeof one) =>
    vendor.requests
      .filter(({ path }) => path === '/token')
      .map(({ body }) => new URLSearchParams(body).get('client_secret'))
  expect([secrets(one), secrets(two)]).toEqual([['secret-of-one', 'secret-of-one'], ['secret-of-two']])
  expect(await runtime.oauthApps.list({ organizationId: 'acme' })).toMatchObject(
    [one.url, two.url].sort().map((issuer) => ({ issuer, ownCallback: true })),
  )
})
