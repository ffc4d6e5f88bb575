import { describe, expect, onTestFinished, test } from 'vitest'
import {
  authorizeHeadlessly,
  fakeVendor,
  faults,
  fixedClock,
  type VendorAuth,
} from '../../../src/author/testing/index.ts'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import { startTokenGate } from '../runtime/token-gate.ts'
import { clients, openAcmeRuntime, openRuntimeWith, setApp, startTestServers } from '../runtime/world.ts'

const right = 'right-secret-4711'
const wrong = 'wrong-secret-0815'

interface Way {
  readonly accepts: VendorAuth
  readonly connect: (url: string) => AnyConnector
  readonly credentials: (secret: string) => Readonly<Record<string, string>>
}

const named = { name: 'Way', version: '1.0.0', test: { path: '/me' } } as const

/** Each way in which a person types what proves them. */
const ways: readonly (readonly [name: string, way: Way])[] = [
  [
    'api_key',
    {
      accepts: { type: 'api_key', in: 'header', name: 'X-Key', value: right },
      connect: (baseUrl) =>
        defineConnector({
          ...named,
          id: 'way',
          baseUrl,
          auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
        }),
      credentials: (api_key) => ({ api_key }),
    },
  ],
  [
    'basic',
    {
      accepts: { type: 'basic', username: 'ada', password: right },
      connect: (baseUrl) => defineConnector({ ...named, id: 'way', baseUrl, auth: { type: 'basic', config: {} } }),
      credentials: (password) => ({ username: 'ada', password }),
    },
  ],
  [
    'custom',
    {
      accepts: { type: 'api_key', in: 'header', name: 'X-Key', value: right },
      connect: (baseUrl) =>
        defineConnector(
          {
            ...named,
            id: 'way',
            baseUrl,
            auth: { type: 'custom', config: { credentialFields: [{ id: 'pin', label: 'Pin', type: 'password' }] } },
          },
          { sign: (request, { credentials }) => request.headers.set('x-key', String(credentials.pin)) },
        ),
      credentials: (pin) => ({ pin }),
    },
  ],
  [
    'an imported token',
    {
      accepts: { type: 'bearer', token: right },
      connect: (baseUrl) =>
        defineConnector({
          ...named,
          id: 'way',
          baseUrl,
          auth: {
            type: 'oauth2',
            config: { authorizeUrl: `${baseUrl}/authorize`, tokenUrl: `${baseUrl}/token`, scopes: [] },
          },
        }),
      credentials: (access_token) => ({ access_token }),
    },
  ],
]

async function openWay({ accepts, connect, credentials }: Way) {
  const vendor = await fakeVendor({ auth: accepts, routes: { 'GET /me': { json: {} } } })
  onTestFinished(() => vendor.close())
  const clock = fixedClock(Date.now())
  const connector = connect(vendor.url) as unknown as ReturnType<typeof defineConnector>
  const check = connector.check({ id: 'me', title: 'Me', onEmpty: 'pass', run: (ctx) => void ctx.get('/me') })
  const { runtime } = await openRuntimeWith({ connectors: [connector.with(check)], clock })
  if (connector.definition.auth.type === 'oauth2')
    await runtime.oauthApps.set({ connector: 'way', clientId: 'app', clientSecret: 'secret-of-the-app' })
  const attempt = (secret: string) =>
    runtime.connections.connect({ connector: 'way', organizationId: 'acme', credentials: credentials(secret) })
  const list = () => runtime.connections.list({ organizationId: 'acme' })
  const listAttempts = async () =>
    (await runtime.audit.list({ organizationId: 'acme' })).flatMap(({ action, status, target }) =>
      action === 'connection.create' ? [[status, target]] : [],
    )
  return { vendor, runtime, clock, attempt, list, listAttempts }
}

describe.each(ways)('runtime.connections.connect() by %s', (_name, way) => {
  test('keeps what works, nothing that is refused, and what nobody could tell until the vendor answers', async () => {
    const { vendor, runtime, attempt, list, listAttempts } = await openWay(way)

    const refused = await attempt(wrong)
    vendor.fail('GET /me', faults.status(403))
    const forbidden = await attempt(right)
    const none = await list()
    vendor.fail('GET /me', faults.status(503), { times: 4 })
    const untold = await attempt(wrong)
    const unproven = await list()
    await runtime.connections.test(unproven[0]?.id ?? '')
    const told = await list()
    const works = await attempt(right)

    expect(refused).toMatchObject({ connection: undefined, test: { ok: false, status: 401, code: 'AUTH_REJECTED' } })
    expect(forbidden).toMatchObject({ connection: undefined, test: { ok: false, status: 403 } })
    expect(none).toEqual([])
    expect(untold).toMatchObject({ connection: { state: 'error' }, test: { ok: false, undecided: true } })
    expect(unproven).toMatchObject([{ stateReason: expect.stringMatching(/^Nobody knows yet .* Way had trouble\./) }])
    expect(told).toMatchObject([{ stateReason: expect.stringContaining('does not accept') }])
    expect(works).toMatchObject({ connection: { state: 'active', stateReason: undefined }, test: { ok: true } })
    expect((await listAttempts()).sort()).toEqual(
      [
        [200, works.connection?.id],
        [200, untold.connection?.id],
        [409, null],
        [409, null],
      ].sort(),
    )
  })
})

test('a connection whose first test is under way cannot run', async () => {
  const [, way] = ways[0] ?? []
  if (way === undefined) throw new Error('There is no such way.')
  const { vendor, runtime, attempt, list } = await openWay(way)
  vendor.fail('GET /me', faults.hang())

  const hanging = attempt(right)
  while (vendor.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const [pending] = await list()
  const tested = await runtime.connections.test(pending?.id ?? '')
  const run = runtime.runs.start({ connectionId: pending?.id ?? '' })
  await expect(run).rejects.toMatchObject({ code: 'CONNECTION_UNUSABLE' })

  expect(pending).toMatchObject({ state: 'pending' })
  expect(tested).toMatchObject({ ok: false, code: 'CONNECTION_UNUSABLE' })
  await Promise.all([runtime.close(), hanging])
})

test('a connection that a person disconnects during its first test stays disconnected', async () => {
  const [, way] = ways[0] ?? []
  if (way === undefined) throw new Error('There is no such way.')
  const { vendor, runtime, attempt, list } = await openWay(way)
  vendor.fail('GET /me', faults.slowBody({ pauseMs: 50, chunks: 4 }))

  const proving = attempt(right)
  while (vendor.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const [pending] = await list()
  await runtime.connections.disconnect(pending?.id ?? '')

  expect((await proving).connection).toMatchObject({ state: 'disconnected' })
})

describe('runtime.oauth.connect()', () => {
  async function openFlow() {
    const world = await startTestServers()
    const { runtime } = await openAcmeRuntime(world)
    const go = async (connectionId?: string) => {
      const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme', connectionId })
      return runtime.oauth.connect({ url: await authorizeHeadlessly(url), binding })
    }
    const listAttempts = async () =>
      (await runtime.audit.list({ organizationId: 'acme' })).flatMap(({ action, status, target }) =>
        action === 'connection.authorize' ? [[status, target]] : [],
      )
    return { world, runtime, go, listAttempts, list: () => runtime.connections.list({ organizationId: 'acme' }) }
  }

  test('keeps nothing of access that the vendor refuses, and revokes its tokens', async () => {
    const { world, go, list, listAttempts } = await openFlow()
    const tokens: string[] = []
    world.accept((token) => {
      tokens.push(token)
      return false
    })

    const { connection, test, isRenewed } = await go()

    expect([connection, test.code, isRenewed]).toEqual([undefined, 'AUTH_REJECTED', false])
    expect(await list()).toEqual([])
    expect(tokens).not.toEqual([])
    for (const token of tokens) expect(await world.oauth.verifyAccessToken(token)).toBeUndefined()
    expect(await listAttempts()).toEqual([[409, null]])
  })

  test('keeps access while the vendor has trouble, as nobody knows yet; the next answer decides', async () => {
    const { world, runtime, go, list } = await openFlow()
    world.vendor.fail('GET /me', faults.status(503), { times: 4 })

    const { connection, test } = await go()
    await runtime.connections.test(connection?.id ?? '')

    expect([connection?.state, test.undecided]).toEqual(['error', true])
    expect(await list()).toMatchObject([{ state: 'active' }])
  })

  test('keeps a connection that is connected again, whatever the vendor says', async () => {
    const { world, go, list, listAttempts } = await openFlow()
    const first = await go()
    const id = first.connection?.id
    world.accept(() => false)

    const again = await go(id)

    expect(first.connection?.state).toBe('active')
    expect(again).toMatchObject({ connection: { id }, isRenewed: true, test: { ok: false, code: 'AUTH_REJECTED' } })
    expect(await list()).toMatchObject([{ id, state: 'needs_reauth' }])
    expect(await listAttempts()).toEqual([
      [200, id],
      [200, id],
    ])
  })

  test('by client credentials keeps nothing without a token, and says whether to try again later', async () => {
    const world = await startTestServers()
    const gate = await startTokenGate(world.urls.tokenUrl)
    const config = { grant: 'client_credentials', tokenUrl: gate.url, authorizeUrl: undefined, pkce: undefined }
    const { runtime } = await openAcmeRuntime(world, { config, client: clients.machine, clock: fixedClock(Date.now()) })
    const attempt = () => runtime.connections.connect({ connector: 'acme', organizationId: 'acme', credentials: {} })

    gate.fail('POST /token', faults.status(503))
    await expect(attempt()).rejects.toMatchObject({ code: 'AUTH_TRANSIENT', retryable: true })
    await setApp(runtime, { ...clients.machine, clientSecret: 'wrong-secret' })
    await expect(attempt()).rejects.toMatchObject({ code: 'AUTH_APP_MISCONFIGURED', retryable: false })

    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
  })
})
