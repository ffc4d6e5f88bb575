import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor, faults, fixedClock } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createAcmeConnector } from '../runtime/acme.ts'
import { createKeyConnector } from '../runtime/keyed.ts'
import {
  callbackUrl,
  clients,
  connect,
  openRuntimeWith,
  runStored,
  setApp,
  startTestServers,
} from '../runtime/world.ts'

const urls = {
  vendor: 'https://api.acme.example',
  authorizeUrl: 'https://acme.example/authorize',
  tokenUrl: 'https://acme.example/token',
  revokeUrl: 'https://acme.example/revoke',
}

/** Its app has a tenant that anybody may see and a signing key that nobody may. */
const settingConnector = defineConnector({
  id: 'settled',
  name: 'Settled',
  version: '1.0.0',
  baseUrl: 'https://api.settled.example',
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://settled.example/{TENANT}/authorize?key={signing_key}',
      tokenUrl: 'https://settled.example/token',
      scopes: ['read'],
      customSettings: [
        { id: 'tenant', label: 'Tenant', type: 'text', required: true, token: '{TENANT}', pattern: '[a-z]+' },
        { id: 'signing_key', label: 'Signing key', type: 'password', required: true },
      ],
    },
  },
})

const app = { connector: 'settled', clientId: 'app-1', clientSecret: 'app-secret-1' }
const settings = { tenant: 'acme', signing_key: 'signing-key-1' }

describe('runtime.oauthApps', () => {
  test('set() shows what is set, and never a secret again', async () => {
    const folder = createTempFolder()
    const store = `sqlite:${join(folder, 'store.db')}`
    const { runtime } = await openRuntimeWith({ connectors: [settingConnector], store })

    const set = await runtime.oauthApps.set({ ...app, settings })

    const shown = {
      connector: 'settled',
      organizationId: undefined,
      clientId: 'app-1',
      settings: { tenant: 'acme' },
      secretsSet: ['client_secret', 'signing_key'],
      ownCallback: true,
      updatedAt: expect.any(String),
    }
    expect(set).toEqual(shown)
    expect(await runtime.oauthApps.get({ connector: 'settled' })).toEqual(shown)
    expect(await runtime.oauthApps.list()).toEqual([shown])
    const database = new DatabaseSync(join(folder, 'store.db'), { readOnly: true })
    const row = JSON.stringify(database.prepare('SELECT * FROM oauth_apps').all())
    database.close()
    expect(row).not.toMatch(/app-secret-1|signing-key-1/)
  })

  test('set() keeps secrets that are left out, as long as the client id stays', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [settingConnector] })
    await runtime.oauthApps.set({ ...app, settings })

    await runtime.oauthApps.set({ connector: 'settled', clientId: 'app-1', settings: { tenant: 'beta' } })
    const { url } = await runtime.oauth.start({ connector: 'settled', organizationId: 'acme' })
    const another = runtime.oauthApps.set({ connector: 'settled', clientId: 'app-2', settings: { tenant: 'beta' } })

    expect(url).toMatch(/^https:\/\/settled\.example\/beta\/authorize\?key=signing-key-1&/)
    await expect(another).rejects.toMatchObject({
      problems: [{ path: 'clientSecret' }, { path: 'settings.signing_key' }],
    })
  })

  test('set() keeps when the secret ends for as long as the secret itself', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [settingConnector] })
    const expiryAfter = async (change: Partial<Parameters<typeof runtime.oauthApps.set>[0]>) =>
      (await runtime.oauthApps.set({ connector: 'settled', clientId: 'app-1', settings, ...change })).secretExpiresAt

    const entered = await expiryAfter({ clientSecret: 'one', secretExpiresAt: '2027-01-31' })
    const left = await expiryAfter({})
    const replaced = await expiryAfter({ clientSecret: 'two' })

    expect([entered, left, replaced]).toEqual(['2027-01-31T00:00:00.000Z', '2027-01-31T00:00:00.000Z', undefined])
    await expect(expiryAfter({ secretExpiresAt: 'soon' })).rejects.toThrow('secretExpiresAt must be a date')
  })

  test('set() names everything that does not fit, and keeps nothing', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [settingConnector] })

    const set = runtime.oauthApps.set({
      connector: 'settled',
      clientId: ' ',
      clientSecret: '',
      settings: { tenant: 'UPPER-secret', colour: 'red' },
    })

    await expect(set).rejects.toMatchObject({
      code: 'CREDENTIAL_INVALID',
      problems: [
        { path: 'clientId' },
        { path: 'clientSecret' },
        { path: 'settings.tenant' },
        { path: 'settings.signing_key' },
        { path: 'settings.colour' },
      ],
      message: expect.not.stringContaining('UPPER-secret'),
    })
    expect(await runtime.oauthApps.list()).toEqual([])
  })

  test('set() needs no secret for a public client, an organization that exists, and a connector of oauth2', async () => {
    const connectors = [
      createAcmeConnector(urls, { publicClient: true }),
      createKeyConnector('https://api.keyed.example'),
    ]
    const { runtime } = await openRuntimeWith({ connectors })

    expect(await runtime.oauthApps.set({ connector: 'acme', clientId: 'public' })).toMatchObject({ secretsSet: [] })
    await expect(
      runtime.oauthApps.set({ connector: 'acme', organizationId: 'nobody', clientId: 'x', clientSecret: 'x-secret' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(runtime.oauthApps.set({ connector: 'keyed', clientId: 'x' })).rejects.toThrow(TypeError)
  })

  test('a setting that the connector no longer has is not shown to runs', async () => {
    const store = `sqlite:${join(createTempFolder(), 'store.db')}`
    const keys = makeKeyText()
    const { runtime } = await openRuntimeWith({ connectors: [settingConnector], store, keys })
    await runtime.oauthApps.set({ ...app, settings })
    await runtime.close()
    const vendor = await fakeVendor({ routes: { 'GET /me': { json: {} } } })
    onTestFinished(() => vendor.close())
    const leaner = createAcmeConnector({ ...urls, vendor: vendor.url }, {}, 'twin')
    const renamed = defineConnector({ ...leaner.definition, id: 'settled' })
    const check = renamed.check({ id: 'me', title: 'Me', onEmpty: 'pass', run: (ctx) => ctx.get('/me') })
    const { runtime: newer } = await openRuntimeWith({ connectors: [renamed.with(check)], store, keys })
    const { id } = await newer.connections.create({
      connector: 'settled',
      organizationId: 'acme',
      credentials: { access_token: 'token-1234567890' },
    })

    const { status, inputs } = await runStored(newer, id, ['me'])

    expect([status, inputs.settings]).toEqual(['pass', {}])
  })

  test("an organization's own app goes before the platform's, and can be taken away again", async () => {
    const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(urls)] })
    await setApp(runtime, clients.body)
    await setApp(runtime, clients.header, 'acme')
    const clientIdFor = async (organizationId: string) => {
      const { url } = await runtime.oauth.start({ connector: 'acme', organizationId })
      return new URL(url).searchParams.get('client_id')
    }

    const used = [await clientIdFor('acme'), await clientIdFor('other')]
    const deleted = [
      await runtime.oauthApps.delete({ connector: 'acme', organizationId: 'acme' }),
      await runtime.oauthApps.delete({ connector: 'acme', organizationId: 'acme' }),
    ]

    expect(used).toEqual(['header:app', 'body-app'])
    expect(deleted).toEqual([true, false])
    expect(await clientIdFor('acme')).toBe('body-app')
    expect(await runtime.oauthApps.list({ organizationId: 'acme' })).toEqual([])
  })

  test('set() twice at the same time leaves one app whose secret can be opened', async () => {
    const world = await startTestServers()
    const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(world.urls)] })

    await Promise.all(Array.from({ length: 8 }, () => setApp(runtime, clients.body)))

    expect(await runtime.oauthApps.list()).toHaveLength(1)
    expect((await connect(runtime)).state).toBe('active')
  })
})

describe('an app that registers itself', () => {
  async function registering(config: object = {}) {
    const world = await startTestServers()
    const registry = await fakeVendor({
      routes: {
        'POST /register': ({ nth }) => ({
          status: 201,
          json: {
            client_id: nth === 1 ? 'body-app' : 'second',
            client_secret: clients.body.clientSecret,
            client_secret_expires_at: nth === 1 ? Date.parse('2026-05-01T12:01:00Z') / 1000 : 0,
          },
        }),
      },
    })
    onTestFinished(() => registry.close())
    const connector = createAcmeConnector(world.urls, { registrationUrl: `${registry.url}/register`, ...config })
    const clock = fixedClock('2026-05-01T12:00:00Z')
    return { registry, clock, ...(await openRuntimeWith({ connectors: [connector], clock })) }
  }

  test('does so once, however many people begin at the same time, and belongs to the organization', async () => {
    const { runtime, registry } = await registering()

    const flows = await Promise.all(
      Array.from({ length: 5 }, () => runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })),
    )
    const connection = await connect(runtime)

    expect(flows.map(({ url }) => new URL(url).searchParams.get('client_id'))).toEqual(Array(5).fill('body-app'))
    expect(registry.requests).toHaveLength(1)
    expect(JSON.parse(registry.requests[0]?.body ?? '')).toMatchObject({
      redirect_uris: [`${callbackUrl}/acme`],
      grant_types: ['authorization_code', 'refresh_token'],
    })
    expect(connection.state).toBe('active')
    expect(await runtime.oauthApps.get({ connector: 'acme', organizationId: 'acme' })).toMatchObject({
      clientId: 'body-app',
      secretsSet: ['client_secret'],
    })
    expect(await runtime.oauthApps.get({ connector: 'acme' })).toBeUndefined()
  })

  test('is registered anew by the next one who begins after its secret has ended (RFC 7591 §3.2.1)', async () => {
    const { runtime, registry, clock } = await registering()
    const begin = async () => {
      const { url } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
      return new URL(url).searchParams.get('client_id')
    }

    const first = await begin()
    const { secretExpiresAt } = (await runtime.oauthApps.get({ connector: 'acme', organizationId: 'acme' })) ?? {}
    clock.advance(59_000)
    const before = await begin()
    clock.advance(1_000)
    const after = await begin()

    expect(secretExpiresAt).toBe('2026-05-01T12:01:00.000Z')
    expect([first, before, after]).toEqual(['body-app', 'body-app', 'second'])
    expect(registry.requests).toHaveLength(2)
    expect((await runtime.oauthApps.list({ organizationId: 'acme' })).map(({ clientId }) => clientId)).toEqual([
      'second',
    ])
  })

  test('is not made where an administrator has entered one', async () => {
    const { runtime, registry } = await registering()
    await setApp(runtime, clients.body)

    await connect(runtime)

    expect(registry.requests).toEqual([])
  })

  test('is not kept when the vendor refuses, and the next one who begins tries again', async () => {
    const { runtime, registry } = await registering()
    registry.fail('POST /register', faults.status(400, { json: { error: 'invalid_redirect_uri' } }))

    const refused = runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })

    await expect(refused).rejects.toMatchObject({ code: 'AUTH_APP_MISCONFIGURED' })
    expect(await runtime.oauthApps.list({ organizationId: 'acme' })).toEqual([])
    expect((await connect(runtime)).state).toBe('active')
  })
})

test('a client id with a colon is refused where the vendor would split it', async () => {
  const config = { clientAuthMethod: 'header', clientAuthEncoding: 'raw' }
  const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(urls, config)] })

  const set = runtime.oauthApps.set({ connector: 'acme', clientId: 'a:b', clientSecret: 'secret' })

  await expect(set).rejects.toMatchObject({
    code: 'CREDENTIAL_INVALID',
    problems: [
      { path: 'clientId', message: 'must not contain a colon; the vendor splits the credentials at the first one' },
    ],
  })
})

test('an app is kept without the spaces that were typed around its values', async () => {
  const { runtime } = await openRuntimeWith({
    connectors: [createAcmeConnector(urls, { customSettings: [{ id: 'tenant', label: 'T', type: 'text' }] })],
  })

  const app = await runtime.oauthApps.set({
    connector: 'acme',
    clientId: ' id ',
    clientSecret: ' secret\n',
    settings: { tenant: ' t1 ' },
  })

  expect(app).toMatchObject({ clientId: 'id', settings: { tenant: 't1' } })
})
